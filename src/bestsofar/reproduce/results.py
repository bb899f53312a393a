"""Results in files: each depends on what made it, and is reused only if none of that has changed."""

import json
from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import bestsofar
from bestsofar import _core
from bestsofar.reproduce.experiment import Experiment, Scale
from bestsofar.reproduce.lines import Lines
from bestsofar.reproduce.splits import files_of
from bestsofar.storage.atomic import write_whole

PACKAGES = ("bestsofar", "numpy", "scikit-learn")


class Results:
    """A folder with one file for each fold of each set.

    Parameters
    ----------
    folder : of the files; it is made if needed
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find(self, experiment: Experiment, scale: Scale, name: str, fold: int) -> Lines | None:
        """Return an earlier result, unless anything has changed since."""
        try:
            kept = json.loads(self._path(experiment, name, fold).read_text(encoding="utf-8"))
            same = kept["made_by"] == made_by(experiment, scale, name)
            return Lines(kept["lines"]["x"], kept["lines"]["y"]) if same else None
        except (FileNotFoundError, ValueError, KeyError, TypeError):  # none, or not written by us
            return None

    def keep(self, experiment: Experiment, scale: Scale, name: str, fold: int, lines: Lines) -> None:
        """Write a file whole or not at all."""
        path = self._path(experiment, name, fold)
        path.parent.mkdir(parents=True, exist_ok=True)
        document = {"made_by": made_by(experiment, scale, name), "lines": lines.as_dict()}
        write_whole(path, [json.dumps(document, indent=1).encode()])

    def _path(self, experiment: Experiment, name: str, fold: int) -> Path:
        return self.folder / experiment.name / f"{name.replace(' ', '-')}.{fold}.json"


def made_by(experiment: Experiment, scale: Scale, name: str) -> dict[str, Any]:
    """Return everything that a result depends on, besides its fold."""
    return {
        "rows": scale.rows,
        "data": digest(files_of(name)),
        "code": code(),
        "packages": {package: _version(package) for package in (*PACKAGES, *experiment.packages)},
    }


@cache
def code() -> str:
    """Digest this package, as its version does not change between releases."""
    folder = Path(bestsofar.__file__).parent
    return digest([*sorted(folder.rglob("*.py")), Path(_core.__file__)])


def digest(files: Iterable[Path]) -> str:
    """Digest the contents of files."""
    seen = blake2b(digest_size=8)
    for file in files:
        seen.update(file.read_bytes())
    return seen.hexdigest()


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
