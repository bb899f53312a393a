"""imbalanced-learn's condensed training set, and scikit-learn's nearest neighbours in it."""

from imblearn.under_sampling import CondensedNearestNeighbour

from benchmarks.race.contender import Labels, Rows
from benchmarks.race.scikit_learn import adapter


class Adapter(adapter.Adapter):
    """CondensedNearestNeighbour, then KNeighborsClassifier."""

    def learn(self, X: Rows, y: Labels) -> None:
        """Condense, and fit what is left."""
        condensed = CondensedNearestNeighbour(sampling_strategy="all", random_state=0)
        super().learn(*condensed.fit_resample(X, y))
