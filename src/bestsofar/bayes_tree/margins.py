"""Margin maximisation: the upper levels of all trees, adjusted so that classes are told apart."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bestsofar.base.labels import Codes
from bestsofar.base.progress import tracked
from bestsofar.bayes_tree.recipe import Bandwidth, Forest, Rows

Numbers = npt.NDArray[np.float64]

# How much a margin counts, and how much the strongest of the other classes counts more than the others.
LAMBDA, KAPPA = 0.1, 4.0
MAX_ROUNDS = 20
MIN_RISE = 1e-4  # of the mean log hinge
# How much the first step is shortened, in masses; a step that does not help is taken again, half as long.
FIRST_CAUTION, MAX_CAUTION = 2.0, 64.0
ROWS_AT_ONCE = 2048
# A push below this counts as none: its last digits are rounded, and what is divided by it may vanish.
MIN_PUSH = np.finfo(np.float64).tiny / np.finfo(np.float64).eps


class Mixture(NamedTuple):
    """Gaussians with diagonal covariances, in bandwidths, class by class.

    Parameters
    ----------
    starts : where each class present begins
    owner : for each Gaussian, the place of its class among these
    fixed : whether it stays as it is: a kernel
    weights : those of the Gaussians, which add up to the share of their class
    means, variances : of the features that are not constant
    """

    starts: npt.NDArray[np.intp]
    owner: npt.NDArray[np.intp]
    fixed: npt.NDArray[np.bool_]
    weights: Numbers
    means: Numbers
    variances: Numbers


class Push(NamedTuple):
    """How rows push Gaussians: those of their own class towards them, others away.

    Parameters
    ----------
    value : the mean log hinge of the margins
    mass : the sum of the pushes, for each Gaussian
    size : the sum of their absolute values
    sums, squares : sums of the rows and of their squares, weighted by the pushes
    """

    value: float
    mass: Numbers
    size: Numbers
    sums: Numbers
    squares: Numbers


def maximised(forest: Forest, bandwidth: Bandwidth, rows: Rows, codes: Codes, levels: int) -> Forest:
    """Adjust weights, means and variances of the groups of the upper levels, level by level (Eqs. 11 to 16).

    Parameters
    ----------
    forest : the trees
    bandwidth : how wide their kernels are
    rows, codes : what they were built from
    levels : how many; the first has one group for each class
    """
    widths = forest.bandwidths(bandwidth.core_rule)
    varies = widths > 0
    centre = rows.mean(axis=0, dtype=np.float64)
    scaled = (rows - centre)[:, varies] / widths[varies]
    for depth in tracked(range(levels if len(np.unique(codes)) > 1 else 0), "maximising margins"):
        labels, counts, kernels, means, variances = forest.level(depth)
        present, owner = np.unique(labels, return_inverse=True)
        ratios = variances[:, varies] / widths[varies] ** 2
        kept = ratios + 1 if bandwidth.kernel_variance else np.maximum(ratios, 1)
        kept[kernels > 0] = 1
        starts = np.searchsorted(labels, present)
        centred = (means - centre)[:, varies] / widths[varies]
        mixture = Mixture(starts, owner, kernels > 0, counts / len(forest), centred, kept)
        better = optimised(mixture, scaled, np.searchsorted(present, codes))
        means[:, varies] = better.means * widths[varies] + centre[varies]
        variances[:, varies] = (better.variances - bandwidth.kernel_variance) * widths[varies] ** 2
        forest = forest.adjusted(depth, better.weights / mixture.weights, means, variances)
    return forest


def optimised(mixture: Mixture, rows: Rows, owner: npt.NDArray[np.intp]) -> Mixture:
    """Repeat extended Baum-Welch steps while the margins grow.

    Parameters
    ----------
    mixture : where to begin
    rows : training rows, in bandwidths
    owner : the place of the class of each
    """
    push, caution = pushes(mixture, rows, owner), FIRST_CAUTION
    for _ in range(MAX_ROUNDS):
        better = step(mixture, push, caution)
        after = pushes(better, rows, owner)
        rise = after.value - push.value
        if rise < 0:
            caution *= 2
            if caution > MAX_CAUTION:
                break
            continue
        mixture, push = better, after
        if rise < MIN_RISE:
            break
    return mixture


def pushes(mixture: Mixture, rows: Rows, owner: npt.NDArray[np.intp]) -> Push:
    """Derive the sum of the log hinges of all margins with respect to each Gaussian."""
    parts = [
        _pushes(mixture, rows[start : start + ROWS_AT_ONCE].astype(np.float64), owner[start : start + ROWS_AT_ONCE])
        for start in range(0, len(rows), ROWS_AT_ONCE)
    ]
    value, *sums = (sum(column) for column in zip(*parts, strict=True))
    return Push(value / len(rows), *sums)


def _pushes(mixture: Mixture, rows: Numbers, owner: npt.NDArray[np.intp]) -> Push:
    logs = np.log(mixture.weights) + log_densities(mixture, rows)
    classes = log_sums(logs, mixture.starts)
    here = np.arange(len(rows))
    rivals = KAPPA * classes
    rivals[here, owner] = -np.inf
    all_rivals = log_sums(rivals, np.zeros(1, np.intp))
    margins = LAMBDA * (classes[here, owner] - all_rivals[:, 0] / KAPPA)
    hinge, slope = smooth_hinge(margins)
    signs = -np.exp(rivals - all_rivals)
    signs[here, owner] = 1
    signs *= LAMBDA * slope[:, None]
    each = np.exp(logs - classes[:, mixture.owner]) * signs[:, mixture.owner]
    return Push(float(np.log(hinge).sum()), each.sum(axis=0), np.abs(each).sum(axis=0), each.T @ rows, each.T @ rows**2)


def log_densities(mixture: Mixture, rows: Numbers) -> Numbers:
    """Return the log density of each Gaussian at each row, up to a constant."""
    precision = 1 / mixture.variances
    offset = (mixture.means**2 * precision + np.log(mixture.variances)).sum(axis=1)
    logs: Numbers = -(rows**2 @ precision.T - 2 * rows @ (mixture.means * precision).T + offset) / 2
    return logs


def log_sums(logs: Numbers, starts: npt.NDArray[np.intp]) -> Numbers:
    """Return the logarithm of the sum over each run of columns."""
    most = np.maximum.reduceat(logs, starts, axis=1)
    runs = np.diff(np.append(starts, logs.shape[1]))
    powers = np.exp(logs - np.repeat(most, runs, axis=1))
    sums: Numbers = most + np.log(np.add.reduceat(powers, starts, axis=1))
    return sums


def smooth_hinge(margins: Numbers) -> tuple[Numbers, Numbers]:
    """Return Eq. 16 at exp(margin), and the derivative of its logarithm by the margin."""
    y = np.exp(np.minimum(margins, np.log(2)))
    hinge = np.where(y <= 1, y + 0.5, 2 - (y - 2) ** 2 / 2)
    slope = y * np.where(y <= 1, 1, 2 - y) / hinge
    return hinge, slope


def step(mixture: Mixture, push: Push, caution: float) -> Mixture:
    """Take one step of extended Baum-Welch (Gopalakrishnan et al. 1991), shorter the more caution there is."""
    damping = (caution * push.size)[:, None]
    moves = ~mixture.fixed & (push.size > MIN_PUSH)
    mass = np.where(moves[:, None], push.mass[:, None] + damping, 1)
    means = (push.sums + damping * mixture.means) / mass
    variances = (push.squares + damping * (mixture.variances + mixture.means**2)) / mass - means**2
    return mixture._replace(
        weights=_weights(mixture, push, caution),
        means=np.where(moves[:, None], means, mixture.means),
        variances=np.where(moves[:, None], np.maximum(variances, 1), mixture.variances),
    )


def _weights(mixture: Mixture, push: Push, caution: float) -> Numbers:
    """Move weight between the groups of a class, without letting any vanish."""
    weights = mixture.weights.copy()
    for place in range(len(mixture.starts)):
        some = (mixture.owner == place) & ~mixture.fixed
        if not push.size[some].sum() > MIN_PUSH:
            continue
        before, mass = weights[some], push.mass[some]
        damping = caution * max(push.size[some].sum() / before.sum(), (-mass / before).max())
        after = mass + damping * before
        weights[some] = after * before.sum() / after.sum()
    return weights
