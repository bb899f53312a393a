"""The Bayes tree (Kranen, Hassani and Seidl 2012), literally: densities as Eq. 2 has them, every sum afresh."""

import math
from dataclasses import dataclass, field

import numpy as np


@dataclass(eq=False)
class Entry:
    """Rows that one Gaussian stands for: a kernel, if they are equal, or a group with a node below."""

    rows: list  # (values, number), as often as they came
    children: list = field(default_factory=list)

    @property
    def count(self):
        """How many rows."""
        return len(self.rows)

    @property
    def values(self):
        """The rows as an array."""
        return np.array([values for values, _ in self.rows], dtype=np.float64)

    @property
    def mean(self):
        """Eq. 4."""
        return self.values.mean(axis=0)

    @property
    def variance(self):
        """Eq. 5."""
        return self.values.var(axis=0)

    @property
    def box(self):
        """The corners of the smallest box around the rows."""
        return self.values.min(axis=0), self.values.max(axis=0)


def bandwidths(X, rule, factor=None):
    """Eqs. 17 to 19; sigma is the standard deviation."""
    n, d = X.shape
    X = X.astype(np.float64)
    if rule == "langley":
        return (X.max(axis=0) - X.min(axis=0)) / math.sqrt(n)
    return (factor if rule == "factor" else (4 / ((d + 2) * n)) ** (1 / (d + 4))) * X.std(axis=0)


def log_density(x, entry, h, *, kernel_variance=False):
    """Eq. 2 with |Sigma|^(1/2), without the features that are constant in all training rows."""
    varies = h > 0
    squared = h[varies] ** 2
    if entry.children:
        variance = entry.variance[varies]
        variance = variance + squared if kernel_variance else np.maximum(variance, squared)
    else:
        variance = squared
    gap = (np.asarray(x, dtype=np.float64) - entry.mean)[varies]
    return -0.5 * float((np.log(2 * math.pi * variance) + gap**2 / variance).sum())


def log_sum(logs):
    """The logarithm of a sum, from logarithms."""
    most = max(logs, default=-math.inf)
    return most if most == -math.inf else most + math.log(math.fsum(math.exp(value - most) for value in logs))


class Query:
    """A query; `roots` are the entries of all rows of each class, or None where a class has none."""

    def __init__(self, roots, x, h, *, kernel_variance=False):
        self.density = lambda entry: log_density(x, entry, h, kernel_variance=kernel_variance)
        self.frontiers = [[] if root is None else [root] for root in roots]
        self.history = [self.sums()]
        self.turns = self.plan()
        self.steps = 0

    def weighted(self, label):
        """log(count * density) of each entry of a frontier. P(l) n_e / n_l is n_e over the number of all rows."""
        return [math.log(entry.count) + self.density(entry) for entry in self.frontiers[label]]

    def sums(self):
        """Eq. 7, but for what is the same for all classes."""
        return [log_sum(self.weighted(label)) for label in range(len(self.frontiers))]

    def plan(self):
        """The likeliest classes that can be refined, the likeliest first."""
        able = [c for c, frontier in enumerate(self.frontiers) if any(entry.children for entry in frontier)]
        most = max(1, math.floor(math.log2(len(self.frontiers))))
        return sorted(able, key=lambda label: (-self.history[-1][label], label))[:most]

    def step(self):
        """Replace the entry of highest density of the class whose turn it is by its children."""
        label = self.turns.pop(0)
        frontier = self.frontiers[label]
        best = max((entry for entry in frontier if entry.children), key=self.density)
        frontier.remove(best)
        frontier.extend(best.children)
        self.history.append(self.sums())
        self.turns = self.turns or self.plan()
        self.steps += 1

    def scores(self, decision):
        """Eq. 7 ("bt"), Eq. 20 ("ens") or Eq. 21 ("nn")."""
        if decision == "bt":
            return self.history[-1]
        if decision == "nn":
            return [max(self.weighted(label), default=-math.inf) for label in range(len(self.frontiers))]
        return [log_sum([sums[label] for sums in self.history]) for label in range(len(self.frontiers))]


def grouped(entries):
    """An entry with these below it, groups before kernels."""
    rows = [row for entry in entries for row in entry.rows]
    return Entry(rows, sorted(entries, key=lambda entry: not entry.children))


# Insertion as into an R-tree.


def margin(*entries):
    """The sum of the edges of the smallest box around entries."""
    low = np.min([entry.box[0] for entry in entries], axis=0)
    high = np.max([entry.box[1] for entry in entries], axis=0)
    return float((high - low).sum())


def quadratic_split(entries, least):
    """Guttman's quadratic split, by margins."""
    pairs = [(i, j) for i in range(len(entries)) for j in range(i + 1, len(entries))]
    waste = [margin(entries[i], entries[j]) - margin(entries[i]) - margin(entries[j]) for i, j in pairs]
    first, second = pairs[int(np.argmax(waste))]
    halves = [[entries[first]], [entries[second]]]
    rest = [entry for place, entry in enumerate(entries) if place not in (first, second)]
    while rest:
        short = [half for half in halves if len(half) + len(rest) == least]
        if short:
            short[0].append(rest.pop(0))
            continue
        growth = [[margin(*half, entry) - margin(*half) for half in halves] for entry in rest]
        place = int(np.argmax([abs(a - b) for a, b in growth]))
        a, b = growth[place]
        smaller = min(range(2), key=lambda half: (margin(*halves[half]), len(halves[half])))
        halves[smaller if a == b else int(b < a)].append(rest.pop(place))
    return halves


def insert(root, values, number, fanout):
    """Insert one row; gives the root."""
    added = Entry([(values, number)])
    if root is None:
        return added
    if not root.children:
        if np.array_equal(root.rows[0][0], values):
            return Entry([*root.rows, *added.rows])
        return grouped([root, added])
    grown = _descend(root, added, fanout)
    return grown[0] if len(grown) == 1 else grouped(grown)


def _descend(group, added, fanout):
    entries = list(group.children)
    cost = [(margin(entry, added) - margin(entry), margin(entry)) for entry in entries]
    best = min(range(len(entries)), key=lambda place: cost[place])
    chosen = entries[best]
    if chosen.children:
        entries[best : best + 1] = _descend(chosen, added, fanout)
    elif np.array_equal(chosen.rows[0][0], added.rows[0][0]):
        entries[best] = Entry([*chosen.rows, *added.rows])
    else:
        entries.append(added)
    if len(entries) <= fanout:
        return [grouped(entries)]
    return [grouped(half) for half in quadratic_split(entries, max(1, fanout * 2 // 5))]


# From the top down by expectation maximisation.

LEAST_VARIANCE, LEAST_RISE, MOST_ROUNDS = 0.1, 1e-3, 20


def mixture_parts(rows, most, ranges):
    """Split rows into at most so many parts by EM with diagonal covariances; features in units of their range."""
    Z = (rows - rows.mean(axis=0)) / np.where(ranges > 0, ranges, 1)
    parts = [np.arange(len(Z))]
    while len(parts) < most:
        deviations = [((Z[part] - Z[part].mean(axis=0)) ** 2).sum(axis=0) for part in parts]
        widest = int(np.argmax([deviation.sum() for deviation in deviations]))
        part, feature = parts[widest], int(deviations[widest].argmax())
        below = Z[part, feature] <= Z[part, feature].mean()
        if below.all():
            break
        parts[widest] = part[below]
        parts.append(part[~below])
    shares = np.stack([np.isin(np.arange(len(Z)), part) for part in parts], axis=1).astype(float)
    before = -math.inf
    logs = _log_likelihoods(Z, shares)
    for _ in range(MOST_ROUNDS if len(parts) > 1 else 0):
        top = logs.max(axis=1, keepdims=True)
        total = top[:, 0] + np.log(np.exp(logs - top).sum(axis=1))
        logs = _log_likelihoods(Z, np.exp(logs - total[:, None]))
        if total.mean() - before < LEAST_RISE:
            break
        before = total.mean()
    return logs.argmax(axis=1)


def _log_likelihoods(Z, shares):
    """Maximise, then give log(weight * density) of each row in each component, but for a constant."""
    mass = shares.sum(axis=0)
    mean = shares.T @ Z / mass[:, None]
    variance = np.maximum(shares.T @ Z**2 / mass[:, None] - mean**2, LEAST_VARIANCE * Z.var(axis=0))
    variance[:, Z.var(axis=0) == 0] = 1
    squares = ((Z[:, None] - mean) ** 2 / variance).sum(axis=2)
    return np.log(mass / len(Z)) - 0.5 * np.log(variance).sum(axis=1) - 0.5 * squares


def em_tree(rows, fanout, ranges):
    """Build a tree of (values, number) from the top down; `ranges` of the features are those over all classes."""
    values = np.array([row for row, _ in rows], dtype=np.float64)
    if (values == values[0]).all():
        return Entry(rows)
    if len(rows) <= fanout:
        kernels = []
        for row in rows:
            equal = next((kernel for kernel in kernels if np.array_equal(kernel.rows[0][0], row[0])), None)
            if equal is None:
                kernels.append(Entry([row]))
            else:
                equal.rows.append(row)
        return grouped(kernels)
    most = min(fanout, math.ceil(len(rows) / fanout))
    parts = mixture_parts(values, most, ranges)
    if np.bincount(parts).max() * 16 > len(rows) * 15:
        order = np.argsort(values[:, np.ptp(values, axis=0).argmax()], kind="stable")
        bounds = [part * len(rows) // most for part in range(most + 1)]
        groups = [order[bounds[part] : bounds[part + 1]] for part in range(most)]
    else:
        groups = [np.flatnonzero(parts == part) for part in np.unique(parts)]
    entries = [em_tree([rows[place] for place in group], fanout, ranges) for group in groups]
    return entries[0] if len(entries) == 1 else grouped(entries)
