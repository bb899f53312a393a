"""Every experiment can be measured and judged: here on a set of three blobs under the name of one of its sets."""

import numpy as np
import pytest

from bestsofar.reproduce import PAPERS
from bestsofar.reproduce.splits import MADE

pytest.importorskip("river")

EXPERIMENTS = {
    f"{paper.name} {experiment.name}": experiment
    for paper in PAPERS.values()
    for experiment in paper.experiments
    if set(experiment.sets) != {"covtype"}  # its training part alone is 11,340 rows
}
ROWS, MADE_ROWS = 120, 3_000


@pytest.fixture
def blobs(tmp_path, monkeypatch):
    """Write the blobs under any name; their classes overlap a little."""
    rng = np.random.default_rng(0)
    y = np.arange(ROWS) % 3
    X = y[:, None] + rng.normal(scale=0.4, size=(ROWS, 3))
    monkeypatch.setenv("BESTSOFAR_DATA", str(tmp_path))

    def write(name):
        rows = "\n".join(f"{a:.3f},{b:.3f},{c:.3f},{label}" for (a, b, c), label in zip(X, y, strict=True))
        (tmp_path / f"{name}.csv").write_text(f"a,b,c,label\n{rows}\n")

    return write


@pytest.mark.parametrize("experiment", EXPERIMENTS.values(), ids=EXPERIMENTS)
def test_every_experiment_runs_and_judges(experiment, blobs):
    """What is measured has as many values as places, in percent where it says so, and every claim can read it."""
    name = list(experiment.sets)[-1]
    if name not in MADE:
        blobs(name)
    lines = experiment.measure(name, 0, MADE_ROWS if name in MADE else None)
    assert {len(values) for values in lines.y.values()} == {len(lines.x)}
    assert np.isfinite([lines.line(who) for who in lines.y]).all()
    if "%" in experiment.ylabel:
        assert all((lines.line(who) >= 0).all() and (lines.line(who) <= 100).all() for who in lines.y)
    for claim in experiment.claims:
        if not claim.sets or name in claim.sets:
            assert claim.judge({name: lines}).held is not None
