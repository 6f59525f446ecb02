"""Log files: what the commands for one operator printed, each under its command line, and how it ended."""

import pathlib

from aclnn_op.process import Finished


class Log:
    """A file that begins anew. A log that cannot be written is no reason to give up: `path` is then None."""

    def __init__(self, path: pathlib.Path) -> None:
        self.path: pathlib.Path | None = path
        self._write("w", "")

    def add(self, finished: Finished) -> Finished:
        output = finished.output if not finished.output or finished.output.endswith("\n") else finished.output + "\n"
        self._write("a", f"$ {finished.command}\n{output}# {finished.tell_end()}, {finished.seconds:.1f} s\n\n")
        return finished

    def _write(self, mode: str, text: str) -> None:
        if not self.path:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open(mode, encoding="utf-8", errors="backslashreplace") as file:
                file.write(text)
        except OSError:
            self.path = None
