"""Labels as codes."""

from collections.abc import Sequence
from numbers import Real
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import column_or_1d

from bestsofar.errors import InvalidParameter, Verbatim

Codes: TypeAlias = npt.NDArray[np.uint32]

NUMBERS = "biuf"
INTEGERS = "iu"
OBJECTS = "OS"
NEITHER = "mMV"  # times and records: no numbers, and no names either


def check_labels(y: Any, who: str) -> npt.NDArray[Any]:
    """Check that y holds labels of classes, and return it as an array."""
    labels: npt.NDArray[Any] = column_or_1d(y, warn=True)
    kind = labels.dtype.kind
    if kind in NEITHER or (kind in OBJECTS and not (_all_are(str, labels) or _all_are(Real, labels))):
        kinds = sorted({type(label).__name__ for label in labels})
        raise InvalidParameter(who, "y", "all numbers or all names", Verbatim(f"{' and '.join(kinds)} objects"))
    if len(labels):
        check_classification_targets(labels)
    return labels


def check_truth(y: Any, who: str, classes: npt.NDArray[Any], argument: str = "y") -> npt.NDArray[Any]:
    """Check labels that a model's answers are compared with: some must be of its kind, as no name equals a number.

    Parameters
    ----------
    y : the labels
    who : the function that compares them
    classes : what the model answers with
    argument : what holds the labels
    """
    truth: npt.NDArray[Any] = column_or_1d(y)
    kind = Real if classes.dtype.kind in NUMBERS else str
    comparable = [label for label in truth.tolist() if isinstance(label, kind) and label == label]  # noqa: PLR0124 - NaN
    if len(truth) and not comparable:
        must_be = f"labels as the model learned them, {'numbers' if kind is Real else 'names'}"
        raise InvalidParameter(who, argument, must_be, y)
    return truth


def encode_labels(y: Any, who: str) -> tuple[npt.NDArray[Any], Codes]:
    """Return the classes, sorted, and the place of each label among them."""
    classes, codes = np.unique(check_labels(y, who), return_inverse=True)
    return classes, codes.astype(np.uint32)


def join_labels(who: str, argument: str, parts: Sequence[Any]) -> npt.NDArray[Any]:
    """Join labels; no number may turn into text because others are text, and floats among ints become ints."""
    some = [np.asarray(part) for part in parts if len(part)]
    if len({part.dtype.kind in NUMBERS for part in some}) > 1:
        raise InvalidParameter(who, argument, "all numbers or all names", parts[-1])
    for part in some:
        _refuse_odd(who, argument, part)
    kinds = {part.dtype.kind for part in some}
    if len(kinds) > 1 and kinds & set(INTEGERS):
        return _join_whole_numbers(who, argument, some)
    return np.concatenate(some) if some else np.asarray([])


def known_classes(who: str, before: Any, labels: Any, announced: Any) -> npt.NDArray[Any]:
    """Return all classes, sorted: those known before, those of the labels, and those announced, which may be None.

    Parameters
    ----------
    who : whose classes they are
    before : those known before
    labels : new ones, of y
    announced : what was given as `classes`
    """
    known = join_labels(who, "y", [before, labels])
    return np.unique(known if announced is None else join_labels(who, "classes", [known, _column(who, announced)]))


def places(classes: npt.NDArray[Any], labels: npt.NDArray[Any]) -> Codes:
    """Return the place of each label among sorted classes that contain them all."""
    return np.searchsorted(classes, labels.astype(classes.dtype)).astype(np.uint32)


def _all_are(kind: type, labels: npt.NDArray[Any]) -> bool:
    return all(isinstance(label, kind) for label in labels)


def _column(who: str, classes: Any) -> npt.NDArray[Any]:
    try:
        column: npt.NDArray[Any] = column_or_1d(classes)
    except ValueError:
        raise InvalidParameter(who, "classes", "a sequence of whole numbers or names", classes) from None
    return column


def _refuse_odd(who: str, argument: str, labels: npt.NDArray[Any]) -> None:
    """Refuse what would not be a label in y either: fractions, and objects that are not names."""
    odd: list[Any] = []
    if labels.dtype.kind == "f":
        odd = labels[~(np.isfinite(labels) & (np.trunc(labels) == labels))].tolist()
    elif labels.dtype.kind in OBJECTS + NEITHER:
        odd = [label for label in labels if not isinstance(label, str)]
    if odd:
        raise InvalidParameter(who, argument, "whole numbers or names", odd[0])


def _join_whole_numbers(who: str, argument: str, parts: Sequence[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    """Join numbers of several types as ints that hold all of them, not as floats, which hold only some."""
    least, most = min(int(part.min()) for part in parts), max(int(part.max()) for part in parts)
    for kind in (np.result_type(*(part.dtype for part in parts)), np.dtype(np.int64), np.dtype(np.uint64)):
        if kind.kind != "f" and np.iinfo(kind).min <= least and most <= np.iinfo(kind).max:
            return np.concatenate([part.astype(kind) for part in parts])
    raise InvalidParameter(who, argument, "whole numbers of one type, int64 or uint64", parts[-1].tolist())
