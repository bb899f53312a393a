import math

import numpy as np
import pytest
from oracles.ebel import (
    between,
    class_weights,
    ebel,
    entropy,
    following_ebel,
    kernel,
    kernel_of,
    leave_one_out_bandwidth,
    leave_one_out_errors,
    next_to_go,
)


def line(*places):
    """Squared distances between points on a line."""
    return (np.subtract.outer(places, places) ** 2).tolist()


def test_entropy_of_a_posterior():
    """Sums are normalised; one class alone is certain; no mass leaves all classes alike."""
    assert entropy([3.0, 3.0]) == pytest.approx(math.log(2))
    assert entropy([1.0, 3.0]) == pytest.approx(-0.25 * math.log(0.25) - 0.75 * math.log(0.75))
    assert entropy([5.0, 0.0]) == 0
    assert entropy([0.0, 0.0, 0.0]) == pytest.approx(math.log(3))


def test_the_surest_goes_first():
    """An instance among its like goes before one between the classes."""
    assert ebel(line(0, 1, 5, 6, 7), [0, 0, 0, 1, 1], 1.0)[-1] == 0


def test_ties():
    """Of equal entropies the instance with most around it goes, of equal masses the first."""
    assert next_to_go({0: [0.6], 1: [1.0], 2: [0.6]}, [0, 0, 0], [1]) == 1
    assert next_to_go({0: [0.5], 1: [0.5]}, [0, 0, 0], [1]) == 0


def test_balanced():
    """The weights make all classes equal, and multiply kernels and entropies."""
    assert class_weights([0, 0, 0, 1]) == [2 / 3, 2]
    sums = {0: [0.9, 0.3], 1: [0.9, 0.2], 2: [0.1, 0.3]}
    assert next_to_go(sums, [0, 0, 1], [1, 1]) == 1
    assert next_to_go(sums, [0, 0, 1], [1, 5]) == 0
    assert next_to_go(sums, [0, 0, 1], [5, 1]) == 2


def test_following():
    """Between two sums lies a geometric mean, exact for a single kernel; nothing is followed by nothing."""
    assert between(2.0, 8.0, 0.5) == pytest.approx(4)
    middle = (0.5 + 0.5 / 1.5) / 2
    assert between(kernel_of(3.0, 0.5), kernel_of(3.0, 0.5 / 1.5), 0.5) == pytest.approx(kernel_of(3.0, middle))
    assert between(0.0, 1.0, 0.5) == 0


def test_following_at_first():
    """What goes first goes by the bandwidth that was given, as it does in EBEL."""
    squared = line(0, 1, 5, 6, 7)
    assert following_ebel(squared, [0, 0, 0, 1, 1], 1.0)[-1] == ebel(squared, [0, 0, 0, 1, 1], 1.0)[-1]


def test_kernel():
    """A Gaussian of height 1 that ends where nothing is left of it."""
    assert kernel(0.0, 3.0) == 1
    assert kernel(4.0, 2.0) == pytest.approx(math.exp(-0.5))
    assert kernel(1401.0, 1.0) == 0


def test_bandwidths_tried():
    """Thirteen around the median gap, duplicates apart; of rows that are all the same, none."""
    tried = sorted(leave_one_out_errors(line(0, 0, 2, 5), [0, 0, 1, 1]))
    assert tried == pytest.approx([2 * 2 ** (g / 2) for g in range(-6, 7)])
    assert leave_one_out_bandwidth(line(3, 3, 3), [0, 1, 0]) == 1
