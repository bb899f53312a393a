"""River's naive Bayes."""

from river.naive_bayes import GaussianNB

from benchmarks.race.of_river import OfRiver


class Adapter(OfRiver):
    """GaussianNB."""

    def __init__(self) -> None:
        super().__init__(GaussianNB())
