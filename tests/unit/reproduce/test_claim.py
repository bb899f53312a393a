"""A claim can fail."""

from dataclasses import replace

import pytest

from bestsofar.reproduce.claim import Claim
from bestsofar.reproduce.lines import Lines

LINES = {name: Lines([1, 2], {"ours": [value, value]}) for name, value in {"a": 1.0, "b": 3.0, "c": -2.0}.items()}
CLAIM = Claim("Fig. 1", "Ours is above zero.", "ours", lambda lines: lines.at("ours", 2), least=0)


@pytest.mark.parametrize(
    ("changes", "held"),
    [
        ({}, False),
        ({"sets": ("a", "b")}, True),
        ({"sets": ("a", "b"), "most": 2}, False),
        ({"exceptions": 1}, True),
        ({"together": True}, True),
        ({"together": True, "least": 1}, False),
        ({"sets": ("missing",)}, None),
    ],
)
def test_it_holds_within_its_bounds(changes, held):
    """On every set it is about, or on average, with exceptions; unmeasured it neither holds nor fails."""
    assert replace(CLAIM, **changes).judge(LINES).held is held


def test_a_part_of_the_rows_does_not_judge_a_claim_about_all():
    """The value is told, but no verdict."""
    verdict = replace(CLAIM, whole=True).judge(LINES, whole=False)
    assert verdict.held is None
    assert verdict.values == {"a": 1, "b": 3, "c": -2}


def test_rounding_is_no_failure():
    """What floating point adds is not held against a paper."""
    assert CLAIM.judge({"a": Lines([1, 2], {"ours": [0, -2e-15]})}).held


def test_words_tell_sets_and_rule():
    """What is printed says which number is of which set, and when it would have held."""
    claim = replace(CLAIM, paper={"a": 0.5}, exceptions=1, most=5)
    verdict = claim.judge(LINES)
    assert verdict.measured == "a 1, b 3, c -2"
    assert verdict.paper == "a 0.5"
    assert claim.rule == ">= 0 and <= 5, on all sets but 1"
    assert replace(CLAIM, together=True).judge(LINES).measured == "0.67 (a 1, b 3, c -2)"
