"""How much memory this process takes, and the units to tell it in."""

from pathlib import Path
from resource import RUSAGE_SELF, getrusage

KILOBYTE = 1_000
KIBIBYTE, MEBIBYTE, GIBIBYTE = 2**10, 2**20, 2**30


def resident_bytes() -> int:
    """Return how much it holds now."""
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    resident = next(line for line in lines if line.startswith("Rss:"))
    return int(resident.split()[1]) * KIBIBYTE


def peak_bytes() -> int:
    """Return the most that it has ever held at once."""
    return getrusage(RUSAGE_SELF).ru_maxrss * KIBIBYTE
