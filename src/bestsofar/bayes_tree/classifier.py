"""The Bayes tree."""

from typing import Any

import numpy.typing as npt
from sklearn.utils.validation import check_consistent_length

from bestsofar._core import Model
from bestsofar.base import AnytimeClassifier
from bestsofar.base.calibration import confidence_of
from bestsofar.base.choice import checked_choice
from bestsofar.base.flag import checked_flag
from bestsofar.base.floats import float_or_nan
from bestsofar.base.folds import Indices
from bestsofar.base.gain import Gain, gain_of
from bestsofar.base.integers import checked_int
from bestsofar.base.labels import Codes, check_labels, encode_labels, known_classes, places
from bestsofar.base.progress import watched
from bestsofar.base.storable import Mapped, Parts, storable
from bestsofar.base.traces import trace_held_out
from bestsofar.bayes_tree.bandwidth_search import choose
from bestsofar.bayes_tree.plan import Plan
from bestsofar.bayes_tree.recipe import Bandwidth, Forest, Recipe, Rows, grow, opened
from bestsofar.distances.readers.rows import RowReader
from bestsofar.errors import InvalidFile, InvalidParameter, Verbatim

BUILDS = ("em", "r")
DECISIONS = ("bt", "ens", "nn")
RULES = ("haerdle", "langley", "auto")
MIN_FACTOR, MAX_FACTOR = 1e-6, 1e6
COUNTS = [("fanout", 2, 1000), ("block_size", 1, 10**6), ("levels", 1, 1000), ("margin_levels", 0, 1000)]
# What is chosen on the training data is renewed when there are this many times as many rows.
GROWTH = 2


@storable
class BayesTreeClassifier(AnytimeClassifier):
    """A hierarchy of Gaussians for each class, refined where the object lies (Seidl et al. 2009; Kranen et al. 2012).

    A query begins with one Gaussian for each class. Each step reads one node: the entry with the highest density, in
    one of the likeliest classes, is replaced by the finer ones below it. Run to the end, every training row is a
    kernel of its own. The defaults are BT*.

    Parameters
    ----------
    build : "em", top-down by expectation maximisation, or "r", by inserting row after row as into an R-tree
    bandwidth : how wide kernels are, in each feature: a factor of the standard deviation of the training rows,
        "haerdle", "langley", or "auto": a factor chosen on the training data, together with `kernel_variance`
    decision : the class with the highest density now ("bt"), added up over all steps ("ens"), or that of its strongest
        entry ("nn")
    fanout : how many entries a node has at most
    kernel_variance : whether the variance of the kernels is added to that of a group; otherwise it is a lower bound
    block_size : how many features may vary together in a group of the upper levels, where they are correlated most;
        with 1, each varies alone
    levels : how many levels have such blocks; the first has the one group of each class that a query begins with
    margin_levels : how many levels have weights, means and variances adjusted, so that classes are told apart

    Attributes
    ----------
    classes_ : all classes ever seen or announced, sorted
    bandwidth_ : what is in use: the rule, the factor, and whether the variance of kernels is added

    Examples
    --------
    >>> from bestsofar import BayesTreeClassifier
    >>> model = BayesTreeClassifier().fit([[0.0], [1.0], [5.0], [6.0]], ["low", "low", "high", "high"])
    >>> model.predict([[0.4], [4.0]]).tolist()
    ['low', 'high']
    >>> model.partial_fit([[10.0], [11.0]], ["top", "top"]).predict([[10.2]]).tolist()
    ['top']
    >>> answer = model.begin([0.9]).refine(steps=1).answer
    >>> answer.label, answer.steps, answer.neighbors[0].item()
    ('low', 1, 1)
    """

    bandwidth_: Bandwidth
    _recipe: Recipe
    _native = frozenset({"_fitted", "_recipe", "_reader"})

    _reader: RowReader
    _renewed_at: int

    def __init__(  # noqa: PLR0913 - as many as the paper has improvements
        self,
        build: str = "em",
        *,
        bandwidth: float | str = 0.05,
        decision: str = "ens",
        fanout: int = 7,
        kernel_variance: bool = False,
        block_size: int = 1,
        levels: int = 1,
        margin_levels: int = 0,
    ) -> None:
        self.build = build
        self.bandwidth = bandwidth
        self.decision = decision
        self.fanout = fanout
        self.kernel_variance = kernel_variance
        self.block_size = block_size
        self.levels = levels
        self.margin_levels = margin_levels

    def fit(self, X: Any, y: Any) -> "BayesTreeClassifier":
        """Learn from scratch.

        Parameters
        ----------
        X : the training rows
        y : their labels
        """
        self._check_parameters()
        with self._all_or_nothing():
            self._begin(X, y)
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> "BayesTreeClassifier":
        """Insert more rows, one by one; queries under way keep the trees of their time.

        What is chosen on the training data (confidence, blocks, margins and the bandwidth "auto") is renewed whenever
        the number of rows has doubled.

        Parameters
        ----------
        X : new rows; there may be none once the model has learned something
        y : their labels
        classes : classes that are yet to come, if known; others may come as well
        """
        self._check_parameters()
        with self._all_or_nothing():
            if hasattr(self, "_recipe"):
                self._insert(X, y, classes)
            else:
                self._begin(X, y, classes)
        return self

    def _check_parameters(self) -> None:
        who = type(self).__name__
        checked_choice(who, "build", self.build, BUILDS)
        checked_choice(who, "decision", self.decision, DECISIONS)
        for name, least, most in COUNTS:
            checked_int(who, name, getattr(self, name), least, most)
        checked_flag(who, "kernel_variance", self.kernel_variance)
        if not self._is_bandwidth(self.bandwidth):
            must_be = f"'haerdle', 'langley', 'auto' or a number from {MIN_FACTOR:g} to {MAX_FACTOR:g}"
            raise InvalidParameter(who, "bandwidth", must_be, self.bandwidth)

    @staticmethod
    def _is_bandwidth(value: Any) -> bool:
        return value in RULES if isinstance(value, str) else MIN_FACTOR <= float_or_nan(value) <= MAX_FACTOR

    def _begin(self, X: Any, y: Any, announced: Any = None) -> None:
        """Build the trees of the first rows."""
        self._reader = RowReader(self)
        rows = self._reader.learn(X)
        present, codes = encode_labels(y, self._reader.who)
        check_consistent_length(rows, codes)
        classes = known_classes(self._reader.who, present[:0], present, announced)
        codes = places(classes, present)[codes]
        forest = watched(
            lambda progress: grow(rows, codes, len(classes), int(self.fanout), self.build, progress), "growing trees"
        )
        self._renew(forest, rows, codes, classes)

    def _insert(self, X: Any, y: Any, announced: Any) -> None:
        """Insert rows into the present trees."""
        if not self._recipe.forest.sound:
            must_be, got = "as it was saved", Verbatim("nodes that cannot be read")
            raise InvalidFile(f"{type(self).__name__}.partial_fit", "the file of this model", must_be, got)
        rows = self._reader.many(X)
        labels = check_labels(y, self._reader.who)
        check_consistent_length(rows, labels)
        classes = known_classes(self._reader.who, self.classes_, labels, announced)
        codes, moved = places(classes, labels), places(classes, self.classes_)
        before = self._recipe.forest
        forest = watched(lambda progress: before.inserted(rows, codes, moved, len(classes), progress), "inserting")
        if len(forest) >= GROWTH * self._renewed_at:
            rows, codes = forest.table()
            self._renew(forest, rows, codes, classes)
        else:
            self._publish(self._recipe._replace(forest=forest), classes, self._fitted.gain)

    def _renew(self, forest: Forest, rows: Rows, codes: Codes, classes: npt.NDArray[Any]) -> None:
        """Learn the width of kernels, the shapes of groups, and how sure a query may be, from all rows."""
        plan = Plan(self.build, int(self.fanout), int(self.block_size), int(self.levels), int(self.margin_levels))
        bandwidth = self._find_bandwidth(rows, codes, plan)

        def learn(some: Indices) -> Model:
            trees = plan.grow(rows[some], codes[some], len(classes))
            return Recipe(plan.maximised(trees, bandwidth, rows[some], codes[some]), bandwidth, self.decision).model()

        traces = trace_held_out(rows, codes, learn, opening=1, length=len(codes))
        self._renewed_at = len(forest)
        forest = plan.maximised(plan.blocked(forest), bandwidth, rows, codes)
        recipe = Recipe(forest, bandwidth, self.decision, confidence_of(traces))
        self._publish(recipe, classes, gain_of(traces))

    def _find_bandwidth(self, rows: Rows, codes: Codes, plan: Plan) -> Bandwidth:
        if self.bandwidth == "auto":
            return choose(rows, codes, self.decision, plan)
        if isinstance(self.bandwidth, str):
            return Bandwidth(self.bandwidth, 0, bool(self.kernel_variance))
        return Bandwidth("factor", float(self.bandwidth), bool(self.kernel_variance))

    def _publish(self, recipe: Recipe, classes: npt.NDArray[Any], gain: Gain | None) -> None:
        self._recipe = recipe._replace(identity=str(classes.tolist()))
        self.bandwidth_ = recipe.bandwidth
        self._learned(self._recipe.model(), self._reader, classes, gain)

    def _parts(self) -> Parts:
        """Return the trees as one run of bytes, and the other parts of the model."""
        parts = super()._parts()
        if hasattr(self, "_recipe"):
            forest = self._recipe.forest
            parts |= {"forest": {"kind": type(forest).__name__, "flat": Mapped(forest.flat())}}
            parts |= {"reader": self._reader.parts(), "classes": self.classes_}
            parts |= {"bandwidth_used": tuple(self.bandwidth_), "decision_used": self._recipe.decision}
            parts |= {"confidence": self._recipe.confidence, "renewed_at": self._renewed_at}
            if self._fitted.gain is not None:
                parts["gain"] = tuple(self._fitted.gain)
        return parts

    def _restore(self, parts: Parts) -> None:
        super()._restore(parts)
        if "forest" in parts:
            self._reader = RowReader(self)
            self._reader.restore(parts["reader"])
            self._renewed_at = parts["renewed_at"]
            forest = opened(parts["forest"]["kind"], parts["forest"]["flat"])
            if (forest.width, forest.n_classes) != (self.n_features_in_, len(parts["classes"])):
                must_be, got = "of the same features and classes as its trees", Verbatim("others")
                raise InvalidFile(type(self).__name__, "a file", must_be, got)
            recipe = Recipe(forest, Bandwidth(*parts["bandwidth_used"]), parts["decision_used"], parts["confidence"])
            self._publish(recipe, parts["classes"], Gain(*parts["gain"]) if "gain" in parts else None)
