"""Margin maximisation of Gaussian mixtures (Kranen et al. 2012, Eqs. 13 to 16), row by row, without logarithms."""

import math
from dataclasses import dataclass, replace

import numpy as np

MAX_ROUNDS, MIN_RISE = 20, 1e-4
FIRST_CAUTION, MAX_CAUTION = 2.0, 64.0
MIN_PUSH = 2.0**-970  # less is none


@dataclass(frozen=True)
class Gaussian:
    """One of a class; `fixed` ones are never adjusted."""

    label: int
    weight: float
    mean: np.ndarray
    variance: np.ndarray
    fixed: bool = False

    def at(self, x):
        """Weight times density."""
        powers = (x - self.mean) ** 2 / self.variance
        return self.weight * math.exp(-0.5 * powers.sum()) / math.sqrt(self.variance.prod())


def joint(mixture, label, x):
    """p(l, x)."""
    return sum(part.at(x) for part in mixture if part.label == label)


def rivals(mixture, label, x, kappa):
    """p(l, x)^kappa of all other classes."""
    return {other: joint(mixture, other, x) ** kappa for other in {part.label for part in mixture} - {label}}


def margin(mixture, label, x, kappa):
    """Eq. 15."""
    return joint(mixture, label, x) / sum(rivals(mixture, label, x, kappa).values()) ** (1 / kappa)


def hinge(y):
    """Eq. 16."""
    if y <= 1:
        return y + 0.5
    return 2 - 0.5 * (y - 2) ** 2 if y < 2 else 2.0


def hinge_slope(y):
    """Its derivative."""
    if y <= 1:
        return 1.0
    return 2 - y if y < 2 else 0.0


def objective(mixture, rows, labels, power, kappa):
    """The logarithm of Eq. 14, for each row."""
    values = [math.log(hinge(margin(mixture, label, x, kappa) ** power)) for x, label in zip(rows, labels, strict=True)]
    return sum(values) / len(rows)


def pushes(mixture, x, label, power, kappa):
    """How much a row wants of each Gaussian: the derivative of its log hinge by the log of each."""
    y = margin(mixture, label, x, kappa) ** power
    slope = power * y * hinge_slope(y) / hinge(y)
    others = rivals(mixture, label, x, kappa)
    found = []
    for part in mixture:
        share = part.at(x) / joint(mixture, part.label, x)
        sign = 1 if part.label == label else -others[part.label] / sum(others.values())
        found.append(slope * sign * share)
    return found


def step(mixture, rows, labels, power, kappa, caution):
    """Extended Baum-Welch: each Gaussian counts as enough rows of its own to damp the pushes."""
    push = np.array([pushes(mixture, x, label, power, kappa) for x, label in zip(rows, labels, strict=True)])
    mass, size = push.sum(axis=0), np.abs(push).sum(axis=0)
    moved = []
    for j, part in enumerate(mixture):
        if part.fixed:
            moved.append(part)
            continue
        peers = [k for k, other in enumerate(mixture) if other.label == part.label and not other.fixed]
        whole = sum(mixture[k].weight for k in peers)
        moved.append(part)
        if sum(size[k] for k in peers) > MIN_PUSH:
            damping = caution * max(sum(size[k] for k in peers) / whole, *(-mass[k] / mixture[k].weight for k in peers))
            damped = {k: mass[k] + damping * mixture[k].weight for k in peers}
            moved[-1] = replace(part, weight=whole * damped[j] / sum(damped.values()))
        if size[j] > MIN_PUSH:
            own = caution * size[j]
            mean = (push[:, j] @ rows + own * part.mean) / (mass[j] + own)
            second = (push[:, j] @ rows**2 + own * (part.variance + part.mean**2)) / (mass[j] + own)
            moved[-1] = replace(moved[-1], mean=mean, variance=np.maximum(second - mean**2, 1))
    return moved


def optimised(mixture, rows, labels, power, kappa):
    """Steps, while they help; one that does not is taken again with more caution."""
    value, caution = objective(mixture, rows, labels, power, kappa), FIRST_CAUTION
    for _ in range(MAX_ROUNDS):
        better = step(mixture, rows, labels, power, kappa, caution)
        after = objective(better, rows, labels, power, kappa)
        if after < value:
            caution *= 2
            if caution > MAX_CAUTION:
                break
            continue
        mixture, rise, value = better, after - value, after
        if rise < MIN_RISE:
            break
    return mixture
