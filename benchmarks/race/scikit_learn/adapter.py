"""scikit-learn's nearest neighbours."""

from typing import Any

from sklearn.neighbors import KNeighborsClassifier

from benchmarks.race.contender import Labels, RowByRow, Rows


class Adapter(RowByRow):
    """KNeighborsClassifier."""

    def __init__(self, **settings: Any) -> None:
        self.model = KNeighborsClassifier(**settings)

    def learn(self, X: Rows, y: Labels) -> None:
        """Fit."""
        self.model.fit(X, y)

    def answer(self, x: Rows, seconds: float | None) -> Any:
        """Predict a table of one row."""
        return self.model.predict(x[None])[0]
