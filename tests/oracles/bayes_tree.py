"""The Bayes tree (Kranen, Hassani and Seidl 2012), literally: densities as Eq. 2 has them, every sum afresh."""

import math
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np


@dataclass(eq=False)
class Entry:
    """Rows that one Gaussian stands for: a kernel, if they are equal, or a group with a node below."""

    rows: list  # (values, number), as often as they came
    children: list = field(default_factory=list)
    blocks: list = field(default_factory=list)  # features that vary together
    regressions: dict = field(default_factory=dict)  # by bandwidths, so that they are computed once

    @property
    def count(self):
        """How many rows."""
        return len(self.rows)

    @cached_property
    def values(self):
        """The rows as an array."""
        return np.array([values for values, _ in self.rows], dtype=np.float64)

    @cached_property
    def mean(self):
        """Eq. 4."""
        return self.values.mean(axis=0)

    @cached_property
    def variance(self):
        """Eq. 5."""
        return self.values.var(axis=0)

    @cached_property
    def covariance(self):
        """Of the rows, and of one more that has the same variances and no covariances."""
        gaps = self.values - self.mean
        covariance = gaps.T @ gaps / (self.count + 1)
        np.fill_diagonal(covariance, self.variance)
        return covariance

    @cached_property
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
    gap = (np.asarray(x, dtype=np.float64) - entry.mean)[varies] / h[varies]
    variance = entry.variance[varies] / h[varies] ** 2
    normaliser = 0.5 * np.log(2 * math.pi * h[varies] ** 2).sum()
    if entry.blocks:
        expected, variance = given_those_before(entry, h, kernel_variance)
        gap = gap - expected @ gap
    elif entry.children:
        variance = variance + 1 if kernel_variance else np.maximum(variance, 1)
    else:
        variance = np.ones(len(gap))
    return -float(normaliser + 0.5 * (np.log(variance) + gap**2 / variance).sum())


def log_sum(logs):
    """The logarithm of a sum, from logarithms."""
    most = max(logs, default=-math.inf)
    return most if most == -math.inf else most + math.log(math.fsum(math.exp(value - most) for value in logs))


# Block covariances (BN).


def block_covariance(entry):
    """Eq. 8."""
    together = np.eye(len(entry.mean), dtype=bool)
    for block in entry.blocks:
        together[np.ix_(block, block)] = True
    return np.where(together, entry.covariance, 0)


def given_those_before(entry, h, kernel_variance):
    """What each feature, in bandwidths, is expected to be given those before it, and the variance that is left.

    None that is left is below the variance of a kernel, and the later ones are computed from the result.
    """
    key = (h.tobytes(), kernel_variance)
    if key not in entry.regressions:
        C = block_covariance(entry)[np.ix_(h > 0, h > 0)] / np.outer(h[h > 0], h[h > 0])
        expected, left = np.zeros_like(C), np.zeros(len(C))
        for i in range(len(C)):
            weights = np.linalg.solve(C[:i, :i], C[i, :i])
            left[i] = C[i, i] - C[i, :i] @ weights
            kept = max(left[i], 0) + 1 if kernel_variance else max(left[i], 1)
            C[i, i] += kept - left[i]
            expected[i, :i], left[i] = weights, kept
        entry.regressions[key] = expected, left
    return entry.regressions[key]


def log_likelihood(entry, block):
    """Eq. 10 for the features of one block, of the rows and that one more."""
    covariance = entry.covariance[np.ix_(block, block)]
    inverse = np.linalg.inv(covariance)
    gaps = (entry.values - entry.mean)[:, block]
    squares = np.einsum("ni,ij,nj->", gaps, inverse, gaps) + (inverse.diagonal() * covariance.diagonal()).sum()
    return -0.5 * float((entry.count + 1) * np.linalg.slogdet(2 * math.pi * covariance)[1] + squares)


def greedy_blocks(entry, most):
    """Add always the edge, between blocks that are not too large, that makes the rows likeliest."""
    blocks = [[int(feature)] for feature in np.flatnonzero(entry.variance)]
    while True:
        pairs = [(a, b) for a in blocks for b in blocks if a < b and len(a) + len(b) <= most]
        gains = [log_likelihood(entry, a + b) - log_likelihood(entry, a) - log_likelihood(entry, b) for a, b in pairs]
        if max(gains, default=0) <= 0:
            return [block for block in blocks if len(block) > 1]
        a, b = pairs[int(np.argmax(gains))]
        blocks = [sorted(a + b) if block is a else block for block in blocks if block is not b]


def add_blocks(entry, most, levels):
    """Give blocks to the groups of the upper levels."""
    if entry.children and levels:
        entry.blocks = greedy_blocks(entry, most)
        for below in entry.children:
            add_blocks(below, most, levels - 1)


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

MIN_VARIANCE, MIN_RISE, MAX_ROUNDS = 0.1, 1e-3, 20


def mixture_parts(rows, most, ranges):
    """Split rows into a limited number of parts by EM with diagonal covariances; features in units of their range."""
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
    for _ in range(MAX_ROUNDS if len(parts) > 1 else 0):
        top = logs.max(axis=1, keepdims=True)
        total = top[:, 0] + np.log(np.exp(logs - top).sum(axis=1))
        logs = _log_likelihoods(Z, np.exp(logs - total[:, None]))
        if total.mean() - before < MIN_RISE:
            break
        before = total.mean()
    return logs.argmax(axis=1)


def _log_likelihoods(Z, shares):
    """Maximise, then give log(weight * density) of each row in each component, but for a constant."""
    mass = shares.sum(axis=0)
    mean = shares.T @ Z / mass[:, None]
    variance = np.maximum(shares.T @ Z**2 / mass[:, None] - mean**2, MIN_VARIANCE * Z.var(axis=0))
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
