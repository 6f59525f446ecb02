"""Runs commands that may crash, hang or take all memory."""

import dataclasses
import os
import pathlib
import signal
import subprocess
import threading
import time

PAGE = os.sysconf("SC_PAGE_SIZE")
LOOK_EVERY = 0.1  # seconds


@dataclasses.dataclass(frozen=True)
class Finished:
    """How a command ended: `end` is "exit", "signal", "timeout" or "memory"."""

    end: str
    code: int  # of an exit; the number of a signal
    seconds: float
    peak_bytes: int  # of all its processes together, as seen at intervals
    output: str  # standard output and error, interleaved

    @property
    def ok(self):
        return self.end == "exit" and self.code == 0

    def tell_end(self):
        """ "exit code 1", "killed by SIGSEGV": what a reader wants to know when it did not succeed."""
        if self.end == "signal":
            return f"killed by {signal.Signals(self.code).name}"
        if self.end == "timeout":
            return f"timeout: killed after {self.seconds:.0f} s"
        if self.end == "memory":
            return f"killed at {self.peak_bytes / 2**30:.1f} GiB: the memory limit was reached"
        return f"exit code {self.code}"


def alive():
    """Of every process that has not ended: its number, its session and its resident bytes."""
    for folder in pathlib.Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        if fields and fields[0] != "Z":
            yield int(folder.name), int(fields[3]), int(fields[21]) * PAGE


def resident_bytes_by_session():
    sums = {}
    for _, session, resident in alive():
        sums[session] = sums.get(session, 0) + resident
    return sums


class MemoryLimit:
    """One limit for all commands that run at the same time. Beyond it the one that takes most is killed."""

    def __init__(self, limit_bytes):
        self._limit = limit_bytes
        self._lock = threading.RLock()  # kill_all may come from a signal
        self._running = {}  # session -> its command
        self._watcher = None

    def watch(self, command):
        with self._lock:
            self._running[command.session] = command
            if self._watcher is None:
                self._watcher = threading.Thread(target=self._look, daemon=True)
                self._watcher.start()

    def forget(self, command):
        with self._lock:
            del self._running[command.session]

    def kill_all(self):
        """For a user who interrupts."""
        with self._lock:
            for command in self._running.values():
                command.kill("signal")

    def _look(self):
        while True:
            time.sleep(LOOK_EVERY)
            sums = resident_bytes_by_session()
            with self._lock:
                used = [(sums.get(session, 0), session) for session in self._running]
                for taken, session in used:
                    self._running[session].saw(taken)
                if used and sum(taken for taken, _ in used) > self._limit:
                    self._running[max(used)[1]].kill("memory")


class _Command:
    def __init__(self, process):
        self._process = process
        self.session = process.pid
        self.peak = 0
        self.killed = None

    def saw(self, taken):
        self.peak = max(self.peak, taken)

    def kill(self, reason):
        self.killed = self.killed or reason
        kill_session(self.session)


def kill_session(session):
    """All processes of it, whatever process groups they have made: ninja gives each compiler its own."""
    for _ in range(20):  # one may start another while we look
        left = [number for number, of, _ in alive() if of == session]
        for process in left:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        if not left:
            return
        time.sleep(0.01)


def run(command, *, memory, timeout, cwd=None, environment=None):
    """Runs `command` (a list) to its end, in a session of its own, with no input. Never raises for what the command does."""
    started = time.monotonic()
    try:
        process = subprocess.Popen(
            [str(word) for word in command],
            cwd=cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    except OSError as error:
        return Finished("exit", 127, 0.0, 0, f"{command[0]}: {error.strerror}")
    watched = _Command(process)
    memory.watch(watched)
    timer = threading.Timer(timeout, watched.kill, ["timeout"])
    timer.start()
    try:
        output = process.communicate()[0]
    finally:
        timer.cancel()
        memory.forget(watched)
        kill_session(watched.session)
    seconds = time.monotonic() - started
    code = process.returncode
    end = watched.killed or ("signal" if code < 0 else "exit")
    return Finished(end, abs(code), seconds, watched.peak, output.decode("utf-8", "replace"))
