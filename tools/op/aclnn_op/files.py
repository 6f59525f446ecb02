"""Files that the caller wants written: tried before the work, written after it."""

import os
import pathlib
import stat

from aclnn_op.refused import Refused


def require_writable(option: str, path: pathlib.Path) -> None:
    """Leaves what is in the file as it is."""
    try:
        if path.exists() and not stat.S_ISREG(path.stat().st_mode) and not path.is_dir():
            if not os.access(path, os.W_OK):
                raise PermissionError(13, "Permission denied")
            return  # opening a pipe would wait for its reader, or end it
        new = not path.exists()
        path.open("a", encoding="utf-8").close()
        if new:
            path.unlink()
    except OSError as error:
        raise Refused(f"{option}: {path} cannot be written: {error.strerror}") from None


def write(path: pathlib.Path, text: str) -> None:
    """Raises OSError."""
    try:
        with path.open("w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None  # a full disk names no file
