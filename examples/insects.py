"""Name insects with a buffer of four: wing textures (made up here) under a compression distance, as in Apple 2010."""

import numpy as np

from bestsofar import NeighborsClassifier, PoissonArrivals, RandomRank, simulate

rng = np.random.default_rng(0)
# Each species comes in several patterns of scales.
species = {name: rng.integers(97, 123, size=(6, 12), dtype=np.uint8) for name in ("moth", "beetle", "wasp")}


def wing(name: str) -> bytes:
    """Repeat a pattern of the species, with flaws."""
    texture = np.tile(rng.choice(species[name]), 15)
    flaws = rng.random(len(texture)) < 0.25
    texture[flaws] = rng.integers(97, 123, size=flaws.sum())
    return texture.tobytes()


names = rng.choice(list(species), size=180)
wings = [wing(name) for name in names]
model = NeighborsClassifier(RandomRank(random_state=0), metric="compression").fit(wings[:100], names[:100])

for policy in ("round-robin", "evidence"):
    arrivals = PoissonArrivals(0.5, random_state=0)
    run = simulate(model, wings[100:], names[100:], arrivals=arrivals, policy=policy, capacity=4, random_state=0)
    print(f"{policy:11}  {run.accuracy:.1%} right, {np.mean(run.why == 'evicted'):.0%} had to make room")
