import bz2
import lzma

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import distances as oracle

from bestsofar.distances import pairwise

DATA = st.one_of(st.binary(max_size=60), st.text(alphabet="ab", max_size=200).map(str.encode))


@given(objects=st.lists(DATA, min_size=1, max_size=6))
def test_any_bytes(objects):
    """Distances equal the oracle's, exactly."""
    expected = [[oracle.compression(a, b) for b in objects] for a in objects]
    assert pairwise(objects, metric="compression").tolist() == expected


@pytest.mark.parametrize(("name", "compress"), [("bz2", bz2.compress), ("lzma", lzma.compress)])
def test_other_compressors(name, compress):
    """The standard library's other compressors can be chosen."""
    a, b = b"anytime " * 20, bytes(range(160))
    sizes = len(compress(a + b)), len(compress(a)) + len(compress(b))
    measured = pairwise([b], [a], metric="compression", metric_params={"compressor": name}).item()
    assert measured == sizes[0] / sizes[1]
