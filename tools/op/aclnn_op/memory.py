"""One limit of memory for all commands that run at the same time.

A command begins when what it is expected to take is free. Where commands take more than that, the one that takes most is
ended; unless it was beyond the limit all alone, it is run again later with the whole of the limit for itself (process.py).
"""

import collections
import contextlib
import dataclasses
import os
import pathlib
import threading
import time
from collections.abc import Iterator
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

    def saw(self, taken: int) -> None: ...
    def end(self, reason: str) -> None: ...


@dataclasses.dataclass(eq=False)
class Place:
    """Memory that is set aside for a command, before it begins and to its end."""

    expected: int  # bytes
    taken: int = 0  # bytes, when last looked at
    command: Command | None = None


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
        self._waiting: collections.deque[Place] = collections.deque()
        self._places: set[Place] = set()
        self._watcher: threading.Thread | None = None

    @contextlib.contextmanager
    def place(self, expected: int) -> Iterator[Place]:
        """Waits until that much is free, nothing else has a place, or the limit is closed. First come, first served."""
        mine = Place(expected)
        with self._changed:
            self._waiting.append(mine)
            while not self.closed and not (self._waiting[0] is mine and self._fits(expected)):
                self._changed.wait(LOOK_EVERY)
            self._waiting.remove(mine)
            self._places.add(mine)
            self._changed.notify_all()
        try:
            yield mine
        finally:
            with self._changed:
                self._places.remove(mine)
                self._changed.notify_all()

    def _fits(self, expected: int) -> bool:
        if not self._places:
            return True
        booked = sum(max(place.expected, place.taken) for place in self._places)
        promised = sum(max(place.expected - place.taken, 0) for place in self._places)
        return booked + expected <= self.limit and promised + expected <= available_bytes()

    def begin(self, place: Place, command: Command) -> None:
        with self.lock:
            place.command = command
            if self.closed:
                command.end("interrupted")
            if self._watcher is None:
                self._watcher = threading.Thread(target=self._watch, daemon=True)
                self._watcher.start()

    def running(self) -> dict[int, Place]:
        """By process."""
        with self.lock:
            return {place.command.process: place for place in self._places if place.command}

    def close(self) -> None:
        """Ends all, for good."""
        self.closed = True
        with self._changed:
            commands = [place.command for place in self.running().values()]
            self._changed.notify_all()
        for command in commands:
            if command:
                command.end("interrupted")

    def _watch(self) -> None:
        while True:
            time.sleep(LOOK_EVERY)
            running = self.running()
            taken = processes.resident_bytes_below(set(running))
            for number, place in running.items():
                place.taken = taken[number]
                if place.command:
                    place.command.saw(place.taken)
            if sum(taken.values()) > self.limit:
                largest = running[max(taken, key=lambda number: taken[number])].command
                if largest:
                    largest.end("memory")
