"""Interrupt a query: stop as soon as it is sure enough."""

from sklearn.datasets import load_digits

from bestsofar import NeighborsClassifier

X, y = load_digits(return_X_y=True)
model = NeighborsClassifier().fit(X[:1500], y[:1500])

right = steps = 0
for x, label in zip(X[1500:], y[1500:], strict=True):
    query = model.begin(x)
    while query.answer.confidence < 0.99:
        query.refine(steps=20)
    right += query.answer.label == label
    steps += query.steps

n = len(y) - 1500
print(f"{right / n:.1%} right after {steps / n:.0f} of 1500 steps")
