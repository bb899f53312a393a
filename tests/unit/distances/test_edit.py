import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import distances as oracle
from strategies import texts

from bestsofar.distances import pairwise


@given(a=st.lists(texts(), min_size=1, max_size=6), b=st.lists(texts(), min_size=1, max_size=6))
def test_any_strings(a, b):
    """The fewest edits, as the oracle counts them."""
    assert pairwise(a, b, metric="edit").tolist() == [[oracle.edit(x, y) for y in b] for x in a]


@given(text=st.text(max_size=8), other=st.text(max_size=8))
def test_all_of_unicode(text, other):
    """One code point is one letter, whatever its plane."""
    assert pairwise([text], [other], metric="edit").item() == oracle.edit(text, other)


@given(data=st.data())
@pytest.mark.parametrize("length", [0, 1, 63, 64, 65, 127, 128, 129, 130])
def test_lengths_about_the_size_of_a_word(data, length):
    """Columns of 64 bits join without a seam."""
    text = data.draw(st.text(alphabet="ab\U0001f34e", min_size=length, max_size=length))
    other = data.draw(st.text(alphabet="ab\U0001f34e", min_size=max(0, length - 3), max_size=length + 3))
    assert pairwise([text], [other], metric="edit").item() == oracle.edit(text, other)


def test_half_a_pair_is_a_letter_too():
    """A lone surrogate, which Python allows, is a code point like others."""
    assert pairwise(["\ud800x"], ["x", "\ud800x"], metric="edit").tolist() == [[1, 0]]
