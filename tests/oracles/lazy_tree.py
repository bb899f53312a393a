"""The lazy tree without a tree: a list of spheres, read from end to end."""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np

Distances = Callable[[list, Sequence[float]], list[float]]  # reduced, from each centre to a row
MIN_SHARE, FIRST_SHARE, MAX_SHARE, SHARE_MOVED = 0.1, 0.65, 0.9, 0.02
RECORDS_OF_ACCURACY = 200
MEMORIES, HALVINGS = 3, 4  # which memories vote: both, the long one, the short one; later halves of the short one


Counts = tuple[tuple[int, int], ...]  # class and number of records, the majority first


@dataclass(frozen=True, eq=False)
class Sphere:
    """An exemplar (Eq. 5)."""

    center: np.ndarray
    counts: Counts
    variance: float
    time: float
    founder: int

    @property
    def n(self) -> int:
        """How many records it stands for."""
        return sum(n for _, n in self.counts)

    @property
    def majority(self) -> int:
        """The class with most records."""
        return self.counts[0][0]


@dataclass(frozen=True)
class Rule:
    """What a tree was told; `gamma` None is "auto"."""

    gamma: float | None
    capacity: int
    k: int
    pure: bool = False
    by_count: bool = False
    by_distance: bool = False
    half_life: float | None = None


def counted(counts: Counts, new: Counts) -> Counts:
    """Add records (Eq. 8); a class that overtakes the majority changes places with it."""
    total = [list(tally) for tally in counts]
    for label, n in new:
        place = next((i for i, tally in enumerate(total) if tally[0] == label), len(total))
        if place == len(total):
            total.append([label, 0])
        total[place][1] += n
        if total[place][1] > total[0][1]:
            total[0], total[place] = total[place], total[0]
    return tuple((label, n) for label, n in total)


@dataclass
class Memory:
    """Spheres, the one that was not touched for longest first.

    distances: reduced distances from centres to a row.
    distance: a distance from a reduced one.
    moves: which features have a mean; the others stay those of the first record.
    """

    rule: Rule
    distances: Distances
    distance: Callable[[float], float]
    moves: Sequence[bool]
    spheres: list[Sphere] = field(default_factory=list)
    records: int = 0

    def nearest(self, row, spheres=None) -> Iterator[tuple[float, Sphere]]:
        """Give all spheres, nearest first; among equals the older founder is nearer."""
        spheres = self.spheres if spheres is None else spheres
        reduced = self.distances([sphere.center for sphere in spheres], row) if spheres else []
        for d, _, place in sorted((d, s.founder, i) for i, (d, s) in enumerate(zip(reduced, spheres, strict=True))):
            yield d, spheres[place]

    def vote(self, row, spheres=None) -> tuple[int, dict[int, float], list[int]]:
        """Let the k nearest vote: the label, the votes, and the founders of those that did."""
        now = max(sphere.time for sphere in self.spheres)
        votes: dict[int, float] = {}
        voters = list(self.nearest(row, spheres))[: self.rule.k]
        apart = (self.distance(reduced) for reduced, _ in voters)
        nearest = next((1e-9 * distance for distance in apart if distance > 0), 1.0)
        for reduced, sphere in voters:
            weight = float(sphere.n) if self.rule.by_count else 1.0
            if self.rule.by_distance:
                weight /= max(self.distance(reduced), nearest)
            if self.rule.half_life:
                weight *= max(2 ** ((sphere.time - now) / self.rule.half_life), 1e-100)
            for label, n in sphere.counts:
                votes[label] = votes.get(label, 0) + weight / sphere.n * n
        return max(votes, key=votes.get), votes, [sphere.founder for _, sphere in voters]

    def margin(self, row, spheres=None) -> float:
        """Compare the nearest sphere with the nearest of another majority; 0 unless the label is the nearest's."""
        near = list(self.nearest(row, spheres))
        reduced, first = near[0]
        own = self.distance(reduced)
        other = next((self.distance(d) for d, sphere in near if sphere.majority != first.majority), np.inf)
        return 1 - own / other if own < other and self.vote(row, spheres)[0] == first.majority else 0.0

    def learn(self, row, label: int, time: float) -> None:
        """Absorb a record within gamma (Algorithm 1), else found a sphere, and delete the oldest at the capacity."""
        hosts = (one for one in self.nearest(row) if not self.rule.pure or one[1].majority == label)
        reduced, host = next(hosts, (np.inf, None))
        if host is not None and self.rule.gamma > 0 and self.distance(reduced) <= self.rule.gamma:
            self.spheres = [sphere for sphere in self.spheres if sphere is not host]
            self.spheres.append(self._absorbed(host, row, label, time, self.distance(reduced)))
        else:
            self.spheres = self.spheres[-(self.rule.capacity - 1) :] if self.rule.capacity > 1 else []
            self.spheres.append(Sphere(np.array(row), ((label, 1),), 0.0, time, self.records))
        self.records += 1

    def _absorbed(self, sphere: Sphere, row, label: int, time: float, distance: float) -> Sphere:
        n = sphere.n
        variance = (n - 1) / n * sphere.variance + distance**2 / n
        counts = counted(sphere.counts, ((label, 1),))
        return Sphere(self.moved(sphere.center, row, n + 1), counts, variance, time, sphere.founder)

    def moved(self, center, row, parts: float) -> np.ndarray:
        """Move a centre a fraction of the way (Eq. 6)."""
        with np.errstate(invalid="ignore"):
            moved = center + (row - center) / center.dtype.type(parts)
        return np.where(self.moves & np.isfinite(moved), moved, center)


@dataclass
class Units:
    """What differences are multiplied by, feature by feature, and how many records come before it is renewed."""

    scale: np.ndarray
    left: int = 1

    def count(self, spheres: list[Sphere]) -> None:
        """After as many records as there were spheres the last time, look at those of now."""
        self.left -= 1
        if self.left == 0:
            self.left, self.scale = len(spheres), within(spheres, self.scale)


def within(spheres: list[Sphere], before: np.ndarray) -> np.ndarray:
    """One over the standard deviation within the classes, with one more record that differs as all do."""
    rows = np.array([sphere.center for sphere in spheres], float)
    groups = [rows[[sphere.majority == label for sphere in spheres]] for label in {s.majority for s in spheres}]
    squares = sum(((group - group.mean(axis=0)) ** 2).sum(axis=0) for group in groups)
    varies = np.ptp(rows, axis=0) > 0
    deviation = np.sqrt((squares + rows.var(axis=0)) / (len(rows) - len(groups) + 1))
    return np.where(varies, 1 / np.where(varies, deviation, 1), before)


class TwoMemories(Memory):
    """No radius: a short memory of raw records feeds a long one, in which the cheapest pair of one class merges."""

    def __init__(self, *args) -> None:
        super().__init__(*args)
        self.recent: deque[int] = deque()  # founders
        self.entered: Counter = Counter()  # when a founder's sphere came into the long memory, or was made by a merger
        self.events = 0
        self.share = FIRST_SHARE
        self.leads = [0.0] * (MEMORIES + HALVINGS)  # on both memories: how much more often right
        self.quarrels = [0.0] * (MEMORIES + HALVINGS)  # how often right where both memories are not, or the reverse

    def parts(self) -> list[list[Sphere]]:
        """Return those that vote: both memories, the long one, the short one, its later halves; small are empty."""
        short = set(self.recent)
        long = [sphere for sphere in self.spheres if sphere.founder not in short]
        recent = [sphere for sphere in self.spheres if sphere.founder in short]
        halves = [recent[-(len(recent) // 2**i) :] for i in range(1, HALVINGS + 1)]
        large = [half if len(recent) // 2**i > self.rule.k else [] for i, half in enumerate(halves, 1)]
        return [self.spheres, long, recent, *large]

    def speaker(self) -> list[Sphere]:
        """Give those whose vote was right most often of late, a half only if it is ahead by two standard errors."""
        chance = [0.0] * MEMORIES + self.chance()[MEMORIES:]
        ahead = [lead - error for lead, error in zip(self.leads, chance, strict=True)]
        return self.parts()[ahead.index(max(ahead))] or self.spheres

    def chance(self) -> list[float]:
        """Two standard errors of every lead; the exponential mean is as good as a mean over twice as many records."""
        return [2 * (quarrels / (2 * RECORDS_OF_ACCURACY)) ** 0.5 for quarrels in self.quarrels]

    def learn(self, row, label: int, time: float) -> None:
        """See who is right, make room, and keep the record as it is."""
        if self.spheres:
            self._judge([self.vote(row, part or self.spheres)[0] == label for part in self.parts()])
        if len(self.spheres) == self.rule.capacity:
            self._make_room()
        self.spheres.append(Sphere(np.array(row), ((label, 1),), 0.0, time, self.records))
        self.recent.append(self.records)
        self.records += 1

    def _judge(self, right: list[bool]) -> None:
        leads = [float(r) - float(right[0]) for r in right]
        self.leads = [a + (lead - a) / RECORDS_OF_ACCURACY for a, lead in zip(self.leads, leads, strict=True)]
        self.quarrels = [a + (abs(x) - a) / RECORDS_OF_ACCURACY for a, x in zip(self.quarrels, leads, strict=True)]
        both, long, short = map(int, right[:MEMORIES])
        lead = (both - long) * (1 - self.share) - (both - short) * self.share
        share = self.share + lead * max(SHARE_MOVED, 1 / len(self.spheres))
        self.share = min(max(share, MIN_SHARE), MAX_SHARE)

    def _make_room(self) -> None:
        while len(self.recent) > max(1, int(self.share * self.rule.capacity)):
            self._enter(self.recent.popleft())
        long_memory_harms = self.leads[MEMORIES - 1] > self.chance()[MEMORIES - 1]
        pair = None if long_memory_harms else self._cheapest()
        if pair:
            return self._merge(*pair)
        if len(self.recent) == len(self.spheres):
            self._enter(self.recent.popleft())
        del self.spheres[0]
        return None

    def _enter(self, founder: int) -> None:
        self.events += 1
        self.entered[founder] = self.events

    def _cheapest(self) -> tuple[float, Sphere, Sphere] | None:
        """Look at every pair of one class: the price, then the later one of both, then the founder of the other."""
        long = sorted(self.parts()[1], key=lambda sphere: self.entered[sphere.founder])
        pairs = []
        for other, later in combinations(long, 2):
            if other.majority == later.majority:
                (reduced,) = self.distances([other.center], later.center)
                price = reduced * (later.n * other.n / (later.n + other.n))
                pairs.append((price, self.entered[later.founder], other.founder, later, other))
        if not pairs:
            return None
        price, _, _, later, other = min(pairs, key=lambda pair: pair[:3])
        return price, later, other

    def _merge(self, price: float, one: Sphere, other: Sphere) -> None:
        large, small = (other, one) if one.n < other.n else (one, other)
        n, m = large.n, small.n
        squared = self.distance(price * (n + m) / (n * m)) ** 2
        merged = replace(
            large,
            center=self.moved(large.center, small.center, (n + m) / m),
            counts=counted(large.counts, small.counts),
            variance=((n - 1) * large.variance + (m - 1) * small.variance + squared * (n * m / (n + m))) / (n + m - 1),
            time=max(one.time, other.time),
            founder=min(one.founder, other.founder),
        )
        later = max(self.spheres.index(one), self.spheres.index(other))
        self.spheres[later] = merged
        self.spheres = [sphere for sphere in self.spheres if sphere is not one and sphere is not other]
        self._enter(merged.founder)
