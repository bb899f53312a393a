"""Scripts that run in a new process, on a file that is on disk and not yet in memory."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any


def measured(script: str, file: Path, *arguments: Any) -> list[float]:
    """Drop a file from the page cache, where that is allowed, and return the numbers that a script prints about it."""
    with file.open("rb") as opened:
        os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    command = [sys.executable, "-c", script, *map(str, (file, *arguments))]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)  # noqa: S603
