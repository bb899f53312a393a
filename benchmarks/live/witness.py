"""Whether the machine itself stood still: on each processor a process of real-time priority that only sleeps.

Of all that this computer runs, only the kernel and processes of a higher real-time priority can keep it waiting. So
where it wakes up late, the processor was most likely taken away as a whole: from a virtual machine, by its host.
"""

import os
import signal
import subprocess
import sys
from contextlib import ExitStack
from time import perf_counter, sleep
from types import TracebackType
from typing import NamedTuple

NAP = 5e-4
STANDSTILL = 1e-3
PRIORITY = 80
WATCHING = "watching\n"


class Standstill(NamedTuple):
    """When a processor did not run, in readings of `perf_counter`."""

    start: float
    end: float

    @property
    def seconds(self) -> float:
        """How long it was, without the nap before it."""
        return self.end - self.start - NAP


class Witness:
    """Watches the processors while in its `with` block; afterwards it tells what it saw.

    It needs the right to real-time priority. Where it has none, it watches no processors, and sees nothing.
    """

    def __enter__(self) -> "Witness":  # noqa: PYI034 - Self is younger than Python 3.10
        with ExitStack() as stack:
            self._watchers = [stack.enter_context(watcher(cpu)) for cpu in sorted(os.sched_getaffinity(0))]
            stack.callback(lambda: [each.terminate() for each in self._watchers])
            self.processors = sum([each.stdout.readline() == WATCHING for each in self._watchers])
            self._end = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        for each in self._watchers:
            each.terminate()
        lines = [line for each in self._watchers for line in each.stdout.read().splitlines()]
        self.standstills = [Standstill(*map(float, line.split())) for line in lines]
        self._end.close()

    def saw_standstill(self, start: float, end: float) -> bool:
        """Say whether any processor stood still between two readings of `perf_counter`."""
        return any(each.start < end and each.end > start for each in self.standstills)


def watcher(cpu: int) -> subprocess.Popen[str]:
    """Start the process that watches one processor."""
    command = [sys.executable, "-m", "benchmarks.live.witness", str(cpu)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)  # noqa: S603


def watch(cpu: int) -> None:
    """Sleep repeatedly, and when told to end, print which naps were too long: nobody reads before."""
    os.sched_setaffinity(0, {cpu})
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    standstills: list[Standstill] = []
    print(WATCHING, end="", flush=True)
    try:
        while True:
            start = perf_counter()
            sleep(NAP)
            nap = Standstill(start, perf_counter())
            if nap.seconds > STANDSTILL:
                standstills.append(nap)
    finally:
        sys.stdout.writelines(f"{each.start} {each.end}\n" for each in standstills)


if __name__ == "__main__":
    watch(int(sys.argv[1]))
