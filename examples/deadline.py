"""A deadline for each object: the stream decides how long a query may think."""

from time import perf_counter

import numpy as np

from bestsofar import NeighborsClassifier, SimpleRank, datasets

X, y = datasets.japanese_flag(12_000, random_state=0)
model = NeighborsClassifier(SimpleRank()).fit(X[:10_000], y[:10_000])

gaps = np.random.default_rng(0).exponential(20e-6, size=2_000)  # until the next object comes, in seconds
answers, late = [], []
for x, gap in zip(X[10_000:], gaps, strict=True):
    query = model.begin(x)
    started = perf_counter()
    query.refine(seconds=gap)
    late.append(perf_counter() - started - gap)
    answers.append(query.answer)

labels = np.array([answer.label for answer in answers])
steps = [answer.steps for answer in answers]
print(f"{(labels == y[10_000:]).mean():.1%} right, with {min(steps)} to {max(steps)} steps")
print(
    f"late by {np.median(late) * 1e6:.0f} us in the middle, {np.percentile(late, 99) * 1e6:.0f} us for one in a hundred"
)
