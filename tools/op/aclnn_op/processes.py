"""Processes of this machine as /proc shows them: whose child each is, what memory it holds; ends all below one."""

import ctypes
import os
import signal
import time
from collections.abc import Callable
from typing import NamedTuple

PAGE = os.sysconf("SC_PAGE_SIZE")
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
# Beyond this the rest cannot be ended by us: it belongs to another user, or hangs in the kernel.
GIVE_UP_AFTER = 4.0  # seconds


class Process(NamedTuple):
    parent: int
    group: int
    ended: bool  # its parent has not yet asked how
    resident_bytes: int


def adopt_orphans() -> None:
    """Makes processes below this one its children when their parent ends, whatever sessions they have made."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def signal_when_parent_ends(number: int) -> None:
    """The parent is the thread that started this process: it must not end before the process does."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, number, 0, 0, 0)


def table() -> dict[int, Process]:
    """Every process, by its number."""
    found = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
        except OSError:
            continue  # it has just gone
        if fields:
            found[int(name)] = Process(int(fields[1]), int(fields[2]), fields[0] in (b"Z", b"X"), int(fields[21]) * PAGE)
    return found


def below(roots: set[int], processes: dict[int, Process]) -> set[int]:
    """All below `roots`, these left out."""
    by_parent: dict[int, list[int]] = {}
    for number, one in processes.items():
        by_parent.setdefault(one.parent, []).append(number)
    found: set[int] = set()
    todo = list(roots)
    while todo:
        for child in by_parent.get(todo.pop(), []):
            if child not in found:
                found.add(child)
                todo.append(child)
    return found - roots


def children_of(process: int) -> set[int]:
    return {number for number, one in table().items() if one.parent == process}


def resident_bytes_below(roots: set[int]) -> dict[int, int]:
    """For each of `roots` what the processes below it hold together, the root left out. No root is below another."""
    processes = table()
    return {root: sum(processes[number].resident_bytes for number in below({root}, processes)) for root in roots}


def end_below(root: int) -> None:
    """Kills all below `root`. All that are below it must be in process groups that were made there."""
    end(lambda processes: below({root}, processes))


def end(choose: Callable[[dict[int, Process]], set[int]]) -> None:
    """Kills those that `choose` takes, and with them their process groups: who starts a successor and ends, faster than we
    can look, mostly leaves it the group, and a group is killed in one step."""
    until = time.monotonic() + GIVE_UP_AFTER
    quiet = 0
    while quiet < 2 and time.monotonic() < until:
        processes = table()
        chosen = choose(processes)
        for group in {processes[number].group for number in chosen} - {os.getpgrp()}:
            _send(os.killpg, group)
        for number in chosen:
            _send(os.kill, number)
        quiet = quiet + 1 if all(processes[number].ended for number in chosen) else 0
        time.sleep(0.001)


def kill(process: int) -> None:
    _send(os.kill, process)


def _send(how: Callable[[int, int], None], number: int) -> None:
    try:
        how(number, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass  # it has ended, or is another user's
