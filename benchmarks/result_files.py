"""Result files: where they stand, those of quick runs apart, and what each tells of its run."""

import json
import platform
import subprocess
from collections.abc import Mapping
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"
CHECKOUT = Path(__file__).parents[1]


def results_folder(*, quick: bool) -> Path:
    """Return the folder of whole runs, or that of quick ones."""
    folder = RESULTS / "quick" if quick else RESULTS
    folder.mkdir(exist_ok=True)
    return folder


def circumstances(*, quick: bool) -> dict[str, Any]:
    """Tell when and where a run begins, of which commit it is, and whether it is quick."""
    return {
        "when": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "quick": quick,
        "commit": commit(),
        "python": platform.python_version(),
        "machine": platform.platform(),
    }


def commit() -> str | None:
    """Return the short hash of what is checked out, with a + if it has been changed; None where Git cannot tell."""
    places = [f"--git-dir={CHECKOUT / '.git'}", f"--work-tree={CHECKOUT}"]
    command = ["git", *places, "describe", "--always", "--exclude=*", "--dirty=+"]
    try:
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        return None


def write(path: Path, result: Mapping[str, Any]) -> None:
    """Write a result where it stands from now on."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(result, indent=1) + "\n")
