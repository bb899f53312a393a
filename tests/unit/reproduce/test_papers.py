"""The papers themselves, as far as it can be told without their data."""

import pytest

from bestsofar.reproduce import PAPERS
from bestsofar.reproduce.anytime_nn import FLAG
from bestsofar.reproduce.anytime_nn.measures import flag
from bestsofar.reproduce.lazy_tree import tables

EXPERIMENTS = [experiment for paper in PAPERS.values() for experiment in paper.experiments]


def test_the_flag_at_the_smallest_size():
    """A real experiment, which needs no data: SimpleRank leads, and every claim of the paper can be judged."""
    lines = flag("Japanese flag", 0, 2_000)
    assert lines.at("SimpleRank", 10) > lines.at("random", 10)
    assert lines.at("SimpleRank", 200) == pytest.approx(lines.at("random", 200))
    assert None not in {claim.judge({"Japanese flag": lines}).held for claim in FLAG.claims}


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda experiment: experiment.name)
def test_claims_are_about_sets_of_their_experiment(experiment):
    """A claim that names a set or gives its number knows the name, and every claim has a bound."""
    for claim in experiment.claims:
        named = {*claim.sets, *(claim.paper if isinstance(claim.paper, dict) else ())}
        assert named <= set(experiment.sets)
        assert claim.rule[0] in "<>"
    assert set(experiment.paper) <= set(experiment.sets)


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda experiment: experiment.name)
def test_quick_is_no_more_than_full(experiment):
    """A quick run has no more folds and no more rows."""
    quick, full = experiment.quick, experiment.full
    assert quick.folds <= full.folds
    assert full.rows is None or quick.rows <= full.rows


def test_names_of_experiments_are_unique_in_a_paper():
    """Each has a folder of its own."""
    for paper in PAPERS.values():
        assert len({experiment.name for experiment in paper.experiments}) == len(paper.experiments)


def test_tables_of_the_lazy_tree_are_complete():
    """Each column has a number for each set."""
    for columns in (tables.ACCURACY, tables.KILOBYTES, tables.TIME):
        assert {len(column) for column in columns.values()} == {len(tables.SETS)}
