from oracles.neighbors import State, classes_first, scan


def test_every_class_is_seen_first():
    """The best of each class moves to the front, and nothing else moves."""
    assert classes_first([4, 2, 0, 1, 3], y=[1, 0, 0, 2, 0]) == [4, 0, 3, 2, 1]


def test_fewer_steps_than_classes():
    """A query is not stopped before it saw every class."""
    assert scan([3.0, 1.0, 0.5], [0, 1, 0], k=1, steps=0) == State(label=1, votes={1: 1}, neighbors=[1], steps=2)


def test_tied_classes():
    """Two votes each: the class of the nearest wins, and of equal distances the earlier is nearer."""
    state = scan([2.0, 2.0, 3.0, 4.0, 9.0], [1, 0, 0, 1, 2], k=4, steps=99)
    assert state == State(label=1, votes={1: 2, 0: 2}, neighbors=[0, 1, 2, 3], steps=5)
