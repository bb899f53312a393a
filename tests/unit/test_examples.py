"""The scripts in examples/ run and say what they should."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
SAYS = {
    "conveyor": r"(?P<right>\d+\.\d)% of 300 fish sorted right\n\d+ looked at to the end, \d+ until .*, \d+ had to",
    "deadline": r"(?P<right>\d+\.\d)% right, with \d+ to \d+ steps\nlate by -?\d+ us .*, -?\d+ us",
    "insects": r"round-robin +\d+\.\d% right.*\nevidence +(?P<right>\d+\.\d)% right, \d+% had to make room",
    "interrupt": r"(?P<right>\d+\.\d)% right after \d+ of 1500 steps",
    "outlines": r"euclidean +\d+% .*\nrotation +(?P<right>\d+)% ",
    "row_by_row": r"(?P<right>\d+\.\d)% right, tested before learned; the model holds \d+\.\d MB",
    "stream": r"(?P<right>\d+\.\d)% right of the last 2,000; before: .*\nwithout .*\n1000 exemplars in \d+ kB\n",
    "suspend": r"here:  \d after 60 steps, \d+% sure\nthere: \d after 500 steps, (?P<right>100)% sure",
}


def test_every_example_is_tested():
    """No script is without a test."""
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(SAYS)


@pytest.mark.parametrize("name", SAYS)
def test_example_says_something_sensible(name):
    """The script ends well, prints what it promises, and its labels are mostly right."""
    command = [sys.executable, "-W", "error", EXAMPLES / f"{name}.py"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    assert result.returncode == 0, result.stderr
    said = re.match(SAYS[name], result.stdout)
    assert said, result.stdout
    assert float(said["right"]) > 90
    assert result.stderr == ""
