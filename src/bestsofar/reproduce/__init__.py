"""The papers reproduced: what each of their figures and tables claims, and what we measure."""

from bestsofar.reproduce import anytime_nn, bayes_tree, incremental_exemplars, lazy_tree, polishing
from bestsofar.reproduce.runner import Runner

__all__ = ["PAPERS", "Runner"]

PAPERS = {
    paper.name: paper
    for paper in (
        anytime_nn.PAPER,
        polishing.PAPER,
        incremental_exemplars.PAPER,
        lazy_tree.PAPER,
        bayes_tree.PAPER,
    )
}
