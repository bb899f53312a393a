"""A million objects from four threads, capacity 1,000, learning in between: none lost, memory flat, no deadlock."""

import faulthandler
from threading import Event, Semaphore, Thread

import numpy as np

from benchmarks.memory import MEBIBYTE, resident_bytes
from benchmarks.report import Figure, at_least, at_most
from benchmarks.timing import MILLISECOND
from bestsofar import NeighborsClassifier, Scheduler, datasets

SENDERS, OBJECTS = 4, 1_000_000
WATCHDOG = 1800  # seconds: then the stacks of all threads are printed, and it is over
MAX_UNCOLLECTED = 10_000  # a sender waits then: what nobody collects is kept
FIFTHS = 5  # after the first of which memory should have found its size


def run(*, quick: bool) -> list[Figure]:
    """Send, learn and collect at once."""
    faulthandler.dump_traceback_later(WATCHDOG, exit=True)
    try:
        return soak((OBJECTS // 20 if quick else OBJECTS) // SENDERS)
    finally:
        faulthandler.cancel_dump_traceback_later()


def soak(each: int) -> list[Figure]:
    """Let every sender submit its share of the objects."""
    X, y = datasets.japanese_flag(2_000, random_state=0)
    model = NeighborsClassifier(capacity=100).partial_fit(X[:200], y[:200])
    seen = np.zeros((SENDERS, each), np.uint8)
    resident: list[float] = []
    over, allowed = Event(), Semaphore(MAX_UNCOLLECTED)
    with Scheduler(model, capacity=1000, workers=2) as scheduler:
        senders = [Thread(target=send, args=(scheduler, X, number, each, allowed)) for number in range(SENDERS)]
        others = [
            Thread(target=learn, args=(model, X, y, over)),
            Thread(target=collect, args=(scheduler, seen, resident, allowed)),
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
        growth(resident),
    ]


def growth(resident: list[float]) -> Figure:
    """Compare the memory held after each later fifth with that after the first."""
    first, *later = resident or [np.nan]  # nothing was seen if answers were lost
    behind = {f"after {fifth}/{FIFTHS}, MiB": size for fifth, size in enumerate(resident, 1)}
    growth = max(later, default=np.nan) / first
    return Figure("resident memory, most later on / after a fifth", growth, at_most(1.1), behind)


def send(scheduler: Scheduler, X: np.ndarray, sender: int, count: int, allowed: Semaphore) -> None:
    """Submit objects, a third of them with a deadline."""
    for number in range(count):
        allowed.acquire()
        scheduler.submit(X[number % len(X)], key=(sender, number), deadline=MILLISECOND if number % 3 == 0 else None)


def learn(model: NeighborsClassifier, X: np.ndarray, y: np.ndarray, over: Event) -> None:
    """Learn ten objects, ten times a second."""
    place = 0
    while not over.wait(0.1):
        model.partial_fit(X[place : place + 10], y[place : place + 10])
        place = (place + 10) % (len(X) - 10)


def collect(scheduler: Scheduler, seen: np.ndarray, resident: list[float], allowed: Semaphore) -> None:
    """Count the answers of each key, and look at the memory after each fifth of them."""
    for number, (key, _) in enumerate(scheduler.answers(), 1):
        seen[key] += 1
        allowed.release()
        if number % (seen.size // FIFTHS) == 0:
            resident.append(resident_bytes() / MEBIBYTE)
