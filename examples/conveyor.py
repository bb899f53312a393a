"""Sort fish on a conveyor belt: outlines (made up here) that lie any way round, each with a deadline."""

import numpy as np

from bestsofar import NeighborsClassifier, Scheduler

rng = np.random.default_rng(0)
angles = np.linspace(0, 2 * np.pi, 128, endpoint=False)


def outline(fins: int) -> np.ndarray:
    """Measure a fish from its centre to its edge, all the way round, from anywhere."""
    edge = 1 + 0.3 * np.cos(2 * angles) + 0.1 * np.cos(fins * angles)
    return np.roll(edge, rng.integers(len(angles))) + rng.normal(scale=0.14, size=len(angles))


fins = rng.integers(3, 8, size=500)
fish = np.array([outline(each) for each in fins])
model = NeighborsClassifier(metric="rotation").fit(fish[:200], fins[:200])

with Scheduler(model, capacity=100) as belt:
    for number in range(200, 500):
        belt.submit(fish[number], key=number, deadline=0.05)

answers = dict(belt.answers())
right = np.mean([answer.label == fins[number] for number, answer in answers.items()])
seen = belt.statistics
print(f"{right:.1%} of {len(answers)} fish sorted right")
print(f"{seen.complete} looked at to the end, {seen.deadline} until their deadline, {seen.evicted} had to make room")
