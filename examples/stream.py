"""A stream that changes: the lazy tree learns for ever in fixed memory, and answers at any time."""

from bestsofar import LazyTreeClassifier, datasets, prequential

X, y = datasets.drifting_surface(10_000, random_state=0)

model = LazyTreeClassifier(capacity=1_000, n_neighbors=1)
report = prequential(model, X, y, window=2_000)
print(f"{100 * report.over_time[-1]:.1f}% right of the last 2,000; before:", report.over_time[:-1].round(2).tolist())
print("without looking at the records:", {name: round(value, 2) for name, value in report.baselines.items()})
print(f"{len(model.exemplars_.times)} exemplars in {model.nbytes / 1000:.0f} kB")

query = model.begin(X[0])  # one node after another
model.partial_fit(X[:1], y[:1])  # does not disturb it
print("after", query.steps, "steps:", query.answer.label, "- at the end:", query.refine().answer.label)
