#!/usr/bin/env bash
# Proves that a machine without a compiler can build, install and use bestsofar.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
python=$(command -v "${PYTHON:-python3}")
"$python" -m venv "$scratch/venv"

# The whole PATH of the build: an environment of Python and nothing else.
# A build folder of its own keeps what the system's compiler built for .venv.
(
    unset CC CXX
    PATH="$scratch/venv/bin"
    pip wheel --quiet --no-deps --wheel-dir "$scratch" --config-settings build-dir="$scratch/build" .
)
grep --quiet ziglang "$scratch/build/CMakeFiles/rules.ninja"  # no compiler slipped in

"$scratch/venv/bin/pip" install --quiet "$scratch"/bestsofar-*.whl
cd "$scratch"
venv/bin/python - <<'PYTHON'
from bestsofar import NeighborsClassifier

model = NeighborsClassifier().fit([[0.0, 0.0], [1.0, 1.0]], ["low", "high"])
assert model.predict([[0.1, 0.0]]) == ["low"]
print("Built without a compiler: works.")
PYTHON
