"""What disks, networks and people do to files."""

import numpy as np


def flip(rng, data):
    """Change some bits."""
    for place in rng.integers(0, len(data), rng.integers(1, 9)):
        data[place] ^= 1 << rng.integers(0, 8)
    return data


def cut(rng, data):
    """Lose the end, or something in between."""
    start, end = np.sort(rng.integers(0, len(data) + 1, 2))
    return data[:start] + data[end:] if rng.random() < 0.5 else data[:start]


def swap(rng, data):
    """Exchange two pieces of one length."""
    size = int(rng.integers(1, 513))
    first, second = rng.integers(0, max(1, len(data) - size), 2)
    data[first : first + size], data[second : second + size] = data[second : second + size], data[first : first + size]
    return data


def blank(rng, data):
    """Lose a sector: zeros stand there."""
    start = int(rng.integers(0, len(data)))
    data[start : start + 512] = bytes(len(data[start : start + 512]))
    return data


def append(rng, data):
    """Add what does not belong there."""
    return data + rng.bytes(int(rng.integers(1, 100)))


def damages(data, count, *, seed=0):
    """Damage bytes in a number of ways; half of the time only their beginning, where all is said about the rest."""
    rng = np.random.default_rng(seed)
    done = 0
    while done < count:
        kind = [flip, cut, swap, blank, append][rng.integers(0, 5)]
        split = min(len(data), 6000) if rng.random() < 0.5 else len(data)
        damaged = bytes(kind(rng, bytearray(data[:split]))) + data[split:]
        if damaged != data:
            done += 1
            yield damaged
