"""What a long call shows while it works."""

import shutil
import threading
from typing import TextIO

from aclnn_op.text import printable


class Progress:
    """A line for each operator that is done; on a terminal, one more that says which are under way."""

    def __init__(self, total: int, stream: TextIO) -> None:
        self._total, self._stream = total, stream
        self._lock = threading.Lock()
        self._running: list[str] = []
        self._done = 0
        self._terminal = stream.isatty()

    def begins(self, name: str) -> None:
        with self._lock:
            self._running.append(name)
            self._write(self._status())

    def ends(self, name: str, how: str) -> None:
        with self._lock:
            self._running.remove(name)
            self._done += 1
            self._write(self._erase() + printable(f"[{self._done}/{self._total}] {name}: {how}") + "\n" + self._status())

    def closes(self) -> None:
        """Leaves the terminal's line as it was found."""
        with self._lock:
            self._write(self._erase())
            self._terminal = False

    def _erase(self) -> str:
        return "\r\x1b[K" if self._terminal else ""

    def _status(self) -> str:
        if not self._terminal or not self._running:
            return ""
        text = printable(f"[{self._done}/{self._total}] under way: {', '.join(self._running)}")
        return self._erase() + text[: max(shutil.get_terminal_size().columns - 1, 0)]  # a line that wraps cannot be erased

    def _write(self, text: str) -> None:
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):
            pass  # the terminal is gone; the report is not
