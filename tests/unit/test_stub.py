"""The stub that type checkers read is the one that nanobind writes from the built module."""

from pathlib import Path

from nanobind.stubgen import StubGen

import bestsofar
from bestsofar import _core


def test_stub_equals_the_module():
    """`_core.pyi` says what `_core` has."""
    generator = StubGen(_core)
    generator.put(_core)
    stub = Path(bestsofar.__file__).with_name("_core.pyi").read_text(encoding="utf-8")
    assert lines(stub) == lines(generator.get()), "the bindings changed: run `make stub` and commit the result"


def lines(text):
    """Lines without white space at their ends, none of which means anything."""
    return [line.rstrip() for line in text.strip().splitlines()]
