"""Runs commands that may crash, hang, print without end, take all memory, or leave processes behind."""

import dataclasses
import os
import pathlib
import select
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence

from aclnn_op import processes
from aclnn_op.memory import EXAMPLE, MemoryLimit
from aclnn_op.output import Output

Word = str | int | pathlib.Path
SUPERVISOR = pathlib.Path(__file__).resolve().parent / "supervisor.py"
LOOK_EVERY = 0.1  # seconds
# A process outside our reach may hold the pipe that a command printed to; nobody waits for it.
DRAIN = 1.0  # seconds

# Orphans come to us only when a supervisor was killed. What is ours from before is another's business.
processes.adopt_orphans()
_FOREIGN = processes.children_of(os.getpid())


@dataclasses.dataclass(frozen=True)
class Finished:
    """How a command ended: `end` is "exit", "signal", "timeout", "memory" or "interrupted"."""

    end: str
    code: int  # of an exit; the number of a signal
    seconds: float
    peak_bytes: int  # of all its processes together, as seen at intervals
    output: str  # standard output and error, interleaved; of bounded size
    command: str = ""  # for a shell
    dropped: int = 0  # bytes of output that were not kept
    limit_bytes: int = 0  # of memory

    @property
    def ok(self) -> bool:
        return self.end == "exit" and self.code == 0

    def tell_end(self) -> str:
        """ "exit code 1", "killed by SIGSEGV": what a reader wants to know when it did not succeed."""
        if self.end == "signal":
            return f"killed by {signal_name(self.code)}"
        if self.end == "timeout":
            return f"timeout: killed after {self.seconds:.0f} s"
        if self.end == "memory":
            taken, limit = self.peak_bytes / 2**30, self.limit_bytes / 2**30
            return f"killed at {taken:.1f} GiB: alone beyond the memory limit of {limit:.1f} GiB (--memory)"
        if self.end == "interrupted":
            return "interrupted"
        return f"exit code {self.code}"


def signal_name(number: int) -> str:
    """Real-time signals but the first and the last have no name of their own."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


class _Command:
    """A supervisor and all below it. Ended from any thread."""

    def __init__(self, process: int) -> None:
        self.process = process
        self.peak = 0
        self.ended_for = ""
        self._lock = threading.Lock()
        self._over = False

    def saw(self, taken: int) -> None:
        self.peak = max(self.peak, taken)

    def end(self, reason: str) -> None:
        with self._lock:
            if self._over:
                return
            self.ended_for = self.ended_for or reason
            processes.end_below(self.process)
            processes.kill(self.process)

    def over(self) -> None:
        """Before its number may be another's."""
        with self._lock:
            self._over = True


def run(
    command: Sequence[Word],
    *,
    memory: MemoryLimit,
    timeout: float,
    expected: int = EXAMPLE,
    cwd: pathlib.Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> Finished:
    """Runs `command` to its end, with no input, when `expected` bytes are free. Never raises for what the command does.
    One that was ended in favour of others runs a second time, alone: no command fails for what others take."""
    finished = _attempt(command, memory, timeout, expected, cwd, environment)
    if finished.end == "memory" and finished.peak_bytes <= memory.limit:
        finished = _attempt(command, memory, timeout, memory.limit, cwd, environment)
    return finished


def _attempt(
    command: Sequence[Word],
    memory: MemoryLimit,
    timeout: float,
    expected: int,
    cwd: pathlib.Path | None,
    environment: Mapping[str, str] | None,
) -> Finished:
    words = [str(word) for word in command]
    with memory.place(expected) as place:
        if memory.closed:
            return Finished("interrupted", 0, 0.0, 0, "", shlex.join(words))
        started = time.monotonic()
        with memory.lock:  # until it is known, its supervisor looks like an orphan
            try:
                process = subprocess.Popen(
                    [sys.executable, "-IBS", SUPERVISOR, str(os.getpid()), *words],
                    cwd=cwd,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
            except OSError as error:  # no process or no memory left; no such folder
                said = f"{words[0]}: {error.strerror}" + (f": {error.filename}" if error.filename else "")
                return Finished("exit", 127, 0.0, 0, said, shlex.join(words))
            watched = _Command(process.pid)
            memory.begin(place, watched)
        output = _follow(process, watched, started + timeout)
        watched.over()
        process.wait()
    if process.returncode == -signal.SIGKILL:
        _end_orphans(memory)
    seconds = time.monotonic() - started
    end = watched.ended_for or ("signal" if process.returncode < 0 else "exit")
    return Finished(
        end, abs(process.returncode), seconds, watched.peak, output.text(), shlex.join(words), output.dropped, memory.limit
    )


def _follow(process: subprocess.Popen[bytes], watched: _Command, deadline: float) -> Output:
    """Reads what is printed until the supervisor has ended, and then no longer than a moment."""
    output = Output()
    assert process.stdout
    pipe = process.stdout.fileno()
    poller = select.poll()
    poller.register(pipe, select.POLLIN)
    drained_at = 0.0
    with process.stdout:
        while True:
            now = time.monotonic()
            if drained_at:
                if now > drained_at:
                    return output
            elif os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                drained_at = now + DRAIN
            elif now > deadline:
                watched.end("timeout")
            if poller.poll(LOOK_EVERY * 1000):
                data = os.read(pipe, 1 << 16)
                if not data:
                    return output  # the supervisor holds the pipe to its end
                output.add(data)


def _end_orphans(memory: MemoryLimit) -> None:
    """What a supervisor has left that was killed by its own command."""

    def orphans(table: dict[int, processes.Process]) -> set[int]:
        own = {number for number, one in table.items() if one.parent == os.getpid()} - set(memory.running()) - _FOREIGN
        return own | processes.below(own, table)

    with memory.lock:
        processes.end(orphans)
        for orphan in orphans(processes.table()):
            try:
                os.waitpid(orphan, os.WNOHANG)
            except ChildProcessError:
                pass  # not ours
