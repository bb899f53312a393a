"""How far a verb has come, on a terminal and elsewhere."""

import pytest

from bestsofar.cli.progress import track, working


def go_on():
    """Do some work that shows how far it is."""
    with working("learning 7 objects"):
        pass
    return list(track("abc", "part {}".format))


def test_nothing_is_shown_where_there_is_no_terminal(capsys):
    """What is piped or logged has no bars in it."""
    assert go_on() == ["a", "b", "c"]
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("words", ["learning 7 objects", "part c", "3/3"])
def test_a_terminal_shows_what_is_done(words, capsys, monkeypatch):
    """On standard error, so that answers stay clean."""
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich takes this for a terminal
    assert go_on() == ["a", "b", "c"]
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
