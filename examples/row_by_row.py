"""Learn from a stream row by row, and answer each object in 100 microseconds before its label comes."""

from sklearn.datasets import load_digits

from bestsofar import BayesTreeClassifier

X, y = load_digits(return_X_y=True)
model = BayesTreeClassifier("r", bandwidth=0.3, kernel_variance=True).fit(X[:200], y[:200])

right = 0
for x, label in zip(X[200:900], y[200:900], strict=True):
    right += model.begin(x).refine(seconds=100e-6).answer.label == label
    model.partial_fit([x], [label])

n = 900 - 200
print(f"{right / n:.1%} right, tested before learned; the model holds {model.nbytes / 1e6:.1f} MB")
