#!/usr/bin/env bash
# Proves that the source distribution is whole: unpacked elsewhere it builds, and passes its own tests without our data.
# tools/check_sdist.sh [FOLDER]: leaves it there.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(realpath -m "${1:-build/sdist}")

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"${PYTHON:-python3}" -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install --quiet build twine

rm -rf "$out"
"$scratch/venv/bin/python" -m build --sdist --outdir "$out" .
"$scratch/venv/bin/twine" check --strict "$out"/*.tar.gz

mkdir "$scratch/unpacked"
tar -xzf "$out"/*.tar.gz --strip-components=1 -C "$scratch/unpacked"
env --unset=BESTSOFAR_DATA make -C "$scratch/unpacked" test
