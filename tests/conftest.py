"""What all tests share: hypothesis tries the same examples on every machine, and no test waits for a clock."""

import os

import hypothesis
import matplotlib as mpl

os.environ["TERM"] = "xterm"  # a dumb terminal is shown nothing that moves
mpl.use("Agg")  # no window
hypothesis.settings.register_profile("bestsofar", derandomize=True, deadline=None, max_examples=25, database=None)
hypothesis.settings.load_profile("bestsofar")
