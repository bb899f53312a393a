from oracles.scheduling import Stream, gain


def stream(rule, *, times, end, **given):
    """Three objects of one opening step and four in all; the score is the number, so that lower numbers come first."""
    given = {"patience": 0, "capacity": 9, "grain": 1, "draws": (0, 0, 0)} | given
    return Stream([1] * 3, [4] * 3, lambda number, _: number, times, end, rule, **given).run()


def whys(run):
    """Why each object ended."""
    return [run.finished[number].why for number in range(3)]


def test_round_robin_takes_turns():
    """After the openings each has one step in turn, and a newcomer is last in line."""
    run = stream("round-robin", times=[0, 0, 4.5], end=9)
    assert run.turns == [0, 1, 0, 1, 0, 2]
    assert [run.finished[number].steps for number in range(3)] == [4, 3, 2]
    assert whys(run) == ["complete", "asked", "asked"]


def test_a_score_forgets_but_for_patience():
    """The lowest runs to its end; every third turn goes to the one that had none for longest."""
    assert stream("score", times=[0, 0, 0], end=9).turns == [0, 0, 0, 1, 1, 1]
    assert stream("score", times=[0, 0, 0], end=9, patience=3).turns == [0, 0, 1, 0, 1, 2]


def test_serial_knows_only_the_newest():
    """An object is final when the next one comes."""
    run = stream("serial", times=[0, 2, 4], end=9)
    assert run.turns == [0, 1, 2, 2, 2]
    assert whys(run) == ["evicted", "evicted", "complete"]


def test_who_must_go():
    """Under a score the highest, under round robin the one drawn; the newcomer only if it has no privilege."""
    assert whys(stream("score", times=[0, 0, 0], end=3, capacity=2)) == ["asked", "evicted", "asked"]
    assert whys(stream("round-robin", times=[0, 0, 0], end=3, capacity=2, draws=[0, 0, 0.9])) == [
        "asked",
        "evicted",
        "asked",
    ]
    judged = stream("score", times=[0, 0, 0], end=3, capacity=2, newcomers_stay=False)
    assert whys(judged) == ["asked", "asked", "evicted"]


def test_gain_looks_ahead():
    """What gets right only later is worth beginning now; two doubts stand against one observation."""
    table = gain([([0, 0, 0], [0, 0, 1])], [1, 2, 5], lambda a, b: a == b)
    assert table[0][0] == 0.5 / (2 + 1 + 0.5)  # the rate of the next point counts by half
    assert table[2] == [0] * 33
    assert table[0][5] == 0
