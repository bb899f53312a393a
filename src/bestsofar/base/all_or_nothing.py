"""Learning that fails changes nothing."""

from collections.abc import Iterator
from contextlib import contextmanager

from bestsofar.base.storable import Storable


class AllOrNothing(Storable):
    """An estimator that learns by giving itself new attributes, never by changing what they hold."""

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """Leave the estimator as it was if learning fails; other threads that learn or save it wait."""
        with self._lock:
            before = self.__dict__.copy()
            try:
                yield
            except BaseException:
                # Never empty in between: another thread may be asking.
                for new in set(self.__dict__) - set(before):
                    delattr(self, new)
                self.__dict__.update(before)
                raise
