"""A million objects from four threads, capacity 1,000, learning in between: none lost, memory flat, no deadlock."""

import faulthandler
import resource
from threading import Event, Semaphore, Thread

import numpy as np

from benchmarks.report import Figure, at_least, at_most
from bestsofar import NeighborsClassifier, Scheduler, datasets

SENDERS, OBJECTS = 4, 1_000_000
WATCHDOG = 1800  # seconds: then the stacks of all threads are printed, and it is over
KILOBYTE = 1024
MOST_UNCOLLECTED = 10_000  # a sender waits then: what nobody collects is kept
WARM = 0.2  # share of the objects after which memory should have found its size


def run(*, quick: bool) -> list[Figure]:
    """Send, learn and collect at once."""
    faulthandler.dump_traceback_later(WATCHDOG, exit=True)
    try:
        return soak((OBJECTS // 20 if quick else OBJECTS) // SENDERS)
    finally:
        faulthandler.cancel_dump_traceback_later()


def soak(each: int) -> list[Figure]:
    """Let every sender send so many."""
    X, y = datasets.japanese_flag(2_000, random_state=0)
    model = NeighborsClassifier(capacity=100).partial_fit(X[:200], y[:200])
    seen = np.zeros((SENDERS, each), np.uint8)
    memory: dict[str, float] = {}
    over, allowed = Event(), Semaphore(MOST_UNCOLLECTED)
    with Scheduler(model, capacity=1000, workers=2) as scheduler:
        senders = [Thread(target=send, args=(scheduler, X, number, each, allowed)) for number in range(SENDERS)]
        others = [
            Thread(target=learn, args=(model, X, y, over)),
            Thread(target=collect, args=(scheduler, seen, memory, allowed)),
        ]
        for thread in senders + others:
            thread.start()
        for thread in senders:
            thread.join()
        over.set()
    for thread in others:
        thread.join()
    statistics = scheduler.statistics
    behind = {"evicted, %": 100 * statistics.share_evicted, "objects/s": seen.size / statistics.seconds}
    return [
        Figure("objects answered exactly once, %", 100 * np.mean(seen == 1), at_least(100), behind),
        Figure("memory at the end / after a fifth", memory["end"] / memory["warm"], at_most(1.1), memory),
    ]


def send(scheduler: Scheduler, X: np.ndarray, sender: int, count: int, allowed: Semaphore) -> None:
    """Submit objects, a third of them with a deadline."""
    for number in range(count):
        allowed.acquire()
        scheduler.submit(X[number % len(X)], key=(sender, number), deadline=1e-3 if number % 3 == 0 else None)


def learn(model: NeighborsClassifier, X: np.ndarray, y: np.ndarray, over: Event) -> None:
    """Learn ten objects, ten times a second."""
    place = 0
    while not over.wait(0.1):
        model.partial_fit(X[place : place + 10], y[place : place + 10])
        place = (place + 10) % (len(X) - 10)


def collect(scheduler: Scheduler, seen: np.ndarray, memory: dict[str, float], allowed: Semaphore) -> None:
    """Count the answers of each key, and look at the memory on the way."""
    for number, (key, _) in enumerate(scheduler.answers()):
        seen[key] += 1
        allowed.release()
        if number == int(WARM * seen.size):
            memory["warm"] = resident()
    memory["end"] = resident()


def resident() -> float:
    """Return the largest size so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / KILOBYTE
