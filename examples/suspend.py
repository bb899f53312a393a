"""Suspend a query here, and let another process finish it."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from sklearn.datasets import load_digits

from bestsofar import Answer, NeighborsClassifier

X, y = load_digits(return_X_y=True)


def learn() -> NeighborsClassifier:
    """Learn the same model in every process: the same data and parameters give the same model."""
    return NeighborsClassifier().fit(X[:500], y[:500])


def finish(suspended: bytes) -> Answer:
    """Go on where another process stopped."""
    return learn().resume(suspended).refine().answer


if __name__ == "__main__":
    query = learn().begin(X[501]).refine(steps=50)
    print(f"here:  {query.answer.label} after {query.steps} steps, {query.answer.confidence:.0%} sure")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as elsewhere:
        answer = elsewhere.submit(finish, query.suspend()).result()
    print(f"there: {answer.label} after {answer.steps} steps, {answer.confidence:.0%} sure")
