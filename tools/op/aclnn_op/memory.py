"""One limit of memory for all commands that run at the same time.

A command begins when what it is expected to take is free. Where commands take more than that, the one that takes most is
ended; unless it was beyond the limit all alone, it is run again later with the whole of the limit for itself (process.py).
"""

import collections
import os
import pathlib
import threading
from typing import Protocol

from aclnn_op import processes

LOOK_EVERY = 0.1  # seconds
# What one compiler takes, and what an example takes: above most of those in the public operator repositories.
COMPILER = 512 << 20
EXAMPLE = 256 << 20
NOT_LIMITED = 1 << 60


class Command(Protocol):
    """What runs under the limit."""

    process: int  # all below it is the command
    expected: int  # bytes

    def saw(self, taken: int) -> None: ...
    def end(self, reason: str) -> None: ...


def machine_bytes() -> int:
    """The machine's memory, or less where a control group limits what is in it."""
    limits = [os.sysconf("SC_PHYS_PAGES") * processes.PAGE]
    for path in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        try:
            limits.append(int(pathlib.Path(path).read_text("ascii")))
        except (OSError, ValueError):
            pass  # no such group, or "max"
    return min(limits)


def available_bytes() -> int:
    """What programs can still take without swapping."""
    try:
        for line in pathlib.Path("/proc/meminfo").read_text("ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) << 10
    except OSError:
        pass
    return NOT_LIMITED


class MemoryLimit:
    def __init__(self, limit_bytes: int) -> None:
        self.limit = limit_bytes
        self.closed = False  # nothing more may begin
        self.lock = threading.RLock()
        self._changed = threading.Condition(self.lock)
        self._waiting: collections.deque[object] = collections.deque()
        self._running: dict[int, Command] = {}  # by process
        self._taken: dict[int, int] = {}  # bytes, by process
        self._watcher: threading.Thread | None = None

    def wait_for(self, expected: int) -> None:
        """Returns when that much is free, nothing else runs, or the limit is closed. First come, first served."""
        ticket = object()
        with self._changed:
            self._waiting.append(ticket)
            while not self.closed and not (self._waiting[0] is ticket and self._fits(expected)):
                self._changed.wait(LOOK_EVERY)
            self._waiting.remove(ticket)
            self._changed.notify_all()

    def _fits(self, expected: int) -> bool:
        if not self._running:
            return True
        booked = promised = 0
        for number, command in self._running.items():
            taken = self._taken.get(number, 0)
            booked += max(command.expected, taken)
            promised += max(command.expected - taken, 0)
        return booked + expected <= self.limit and promised + expected <= available_bytes()

    def begin(self, command: Command) -> None:
        with self.lock:
            self._running[command.process] = command
            if self.closed:
                command.end("interrupted")
            if self._watcher is None:
                self._watcher = threading.Thread(target=self._watch, daemon=True)
                self._watcher.start()

    def finish(self, command: Command) -> None:
        with self._changed:
            self._running.pop(command.process, None)
            self._taken.pop(command.process, None)
            self._changed.notify_all()

    def running(self) -> set[int]:
        with self.lock:
            return set(self._running)

    def close(self) -> None:
        """Ends all, for good."""
        self.closed = True
        with self._changed:
            commands = list(self._running.values())
            self._changed.notify_all()
        for command in commands:
            command.end("interrupted")

    def _watch(self) -> None:
        while True:
            threading.Event().wait(LOOK_EVERY)
            with self.lock:
                commands = dict(self._running)
            taken = processes.resident_bytes_below(set(commands))
            for number, command in commands.items():
                command.saw(taken[number])
            with self.lock:
                self._taken = {number: bytes_ for number, bytes_ in taken.items() if number in self._running}
            if sum(taken.values()) > self.limit:
                commands[max(taken, key=lambda number: taken[number])].end("memory")
