"""A file is written whole or not at all, even by a process that is killed."""

import os
import signal
import subprocess
import sys

import pytest

from bestsofar import NeighborsClassifier, save
from bestsofar.storage.atomic import write_whole

KILLED = -signal.SIGKILL if hasattr(signal, "SIGKILL") else None
OLD, NEW = [b"old"], [b"new, ", b"and longer"]

pytestmark = pytest.mark.skipif(KILLED is None, reason="no such signal here")

KILLED_WHILE_WRITING = """
import os, signal, sys
from pathlib import Path
from bestsofar.storage.atomic import write_whole

def chunks():
    yield b"x" * 10**6
    os.kill(os.getpid(), signal.SIGKILL)

write_whole(Path(sys.argv[1]), chunks())
"""

# The interpreter tells of everything that touches a file before it is done. A process for each moment, but one start.
KILLED_AT_EVERY_MOMENT = """
import os, signal, sys
from bestsofar import NeighborsClassifier, load, save

path = sys.argv[1]
model = NeighborsClassifier(n_neighbors=3).fit([[0.0], [1.0], [5.0]], ["low", "low", "high"])

def killed(left):
    def kill_in_time(event, arguments):
        nonlocal left
        if event in {"open", "os.rename", "os.remove"}:
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

    if (child := os.fork()) == 0:
        sys.addaudithook(kill_in_time)
        save(model, path)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL

moment = 0
while killed(moment):
    print(load(path, verify=True).n_neighbors)
    moment += 1
print(load(path, verify=True).n_neighbors)
"""


def run(code, *arguments):
    """Run code in another process."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603


@pytest.fixture
def path(tmp_path):
    """A file that is there already."""
    write_whole(tmp_path / "file", OLD)
    return tmp_path / "file"


def test_the_new_takes_the_place_of_the_old(path):
    """A written file holds what was written, and nothing else is left."""
    write_whole(path, NEW)
    assert path.read_bytes() == b"".join(NEW)
    assert list(path.parent.iterdir()) == [path]


def test_a_failure_leaves_the_old(path):
    """What fails midway leaves no trace."""

    def chunks():
        yield b"some"
        raise OSError

    with pytest.raises(OSError, match=r"^$"):
        write_whole(path, chunks())
    assert path.read_bytes() == b"old"
    assert list(path.parent.iterdir()) == [path]


def test_a_link_stays_a_link(path):
    """Writing through a link writes what it leads to."""
    link = path.with_name("link")
    link.symlink_to(path)
    write_whole(link, NEW)
    assert link.is_symlink()
    assert path.read_bytes() == b"".join(NEW)


def test_a_process_killed_while_writing_leaves_the_old(path):
    """Half a file is never under the name of the whole one."""
    assert run(KILLED_WHILE_WRITING, path).returncode == KILLED
    assert path.read_bytes() == b"old"


def test_a_process_killed_at_any_moment_leaves_a_whole_model(tmp_path):
    """Killed before each thing that `save` does to a file: the old model is there, or the new one."""
    path = tmp_path / "model.bsf"
    save(NeighborsClassifier().fit([[0.0], [5.0]], ["low", "high"]), path)
    # Killed before the new file is made, is opened, and gets its name; then before the folder is written; then not.
    assert run(KILLED_AT_EVERY_MOMENT, path).stdout.split() == ["1", "1", "1", "3", "3"]


def test_a_pipe_is_written_into(tmp_path):
    """What is there and is no file stays what it is."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, NEW)
    assert os.read(reader, 100) == b"".join(NEW)
    os.close(reader)
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_the_mode_of_the_old_is_kept(path):
    """Who may read the old file may read the new one, and nobody else."""
    path.chmod(0o640)
    write_whole(path, NEW)
    assert path.stat().st_mode & 0o777 == 0o640


def test_errors_name_the_file_asked_for(tmp_path):
    """Nobody knows the file beside it."""
    with pytest.raises(FileNotFoundError) as caught:
        write_whole(tmp_path / "none" / "file", NEW)
    assert caught.value.filename == str(tmp_path / "none" / "file")
    with pytest.raises(IsADirectoryError) as caught:
        write_whole(tmp_path, NEW)
    assert caught.value.filename == str(tmp_path)


def test_a_file_that_may_not_be_written(path, monkeypatch):
    """It is not replaced, though its folder would let one."""
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(PermissionError) as caught:
        write_whole(path, NEW)
    assert caught.value.filename == str(path)
    assert path.read_bytes() == b"old"
