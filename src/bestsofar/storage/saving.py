"""Saving a model to a file."""

from os import PathLike
from pathlib import Path

from bestsofar.base.storable import Storable
from bestsofar.errors import InvalidParameter
from bestsofar.storage.atomic import write_whole
from bestsofar.storage.describe import Description
from bestsofar.storage.file import contents


def save(model: Storable, path: str | PathLike[str]) -> None:
    """Save a model or an exemplar scheme, fitted or not; if that fails, an existing file stays whole.

    Parameters
    ----------
    model : what to save; a metric that is a Python function is refused, as nothing executable is saved
    path : of the file, in the format of safetensors; any name will do, such as `letters.bsf`

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from bestsofar import NeighborsClassifier, load, save
    >>> model = NeighborsClassifier().fit([[0.0], [1.0], [5.0]], ["low", "low", "high"])
    >>> with TemporaryDirectory() as folder:
    ...     save(model, Path(folder) / "levels.bsf")
    ...     load(Path(folder) / "levels.bsf").predict([[0.4], [4.0]]).tolist()
    ['low', 'high']
    """
    if not isinstance(model, Storable):
        raise InvalidParameter("save", "model", "a model or an exemplar scheme of bestsofar", model)
    description = Description()
    described = description.of(model, "")
    write_whole(Path(path), contents(described, description.arrays, description.mapped))
