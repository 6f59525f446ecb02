"""A work folder belongs to one call at a time."""

import contextlib
import fcntl
import pathlib
from collections.abc import Iterator

from aclnn_op.refused import Refused


@contextlib.contextmanager
def held(folder: pathlib.Path) -> Iterator[None]:
    """Makes the folder and locks it. Raises OSError where it cannot be written, Refused where another call works in it."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("a", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            where = f"{folder}: another aclnn-op works there"
            raise Refused(f"{where}; wait for it, or name another folder with --work") from None
        yield
