"""Processes of this machine as /proc shows them: whose child each is, what memory it holds; ends all below one."""

import ctypes
import os
import signal
import time
from typing import NamedTuple

PAGE = os.sysconf("SC_PAGE_SIZE")
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
# Beyond this the rest cannot be ended by us: it belongs to another user, or hangs in the kernel.
GIVE_UP_AFTER = 5.0  # seconds


class Alive(NamedTuple):
    parent: int
    resident_bytes: int


def adopt_orphans() -> None:
    """Makes processes below this one its children when their parent ends, whatever sessions they have made."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def signal_when_parent_ends(number: int) -> None:
    """The parent is the thread that started this process: it must not end before the process does."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, number, 0, 0, 0)


def alive() -> dict[int, Alive]:
    """Every process that has not ended, by its number."""
    found = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
        except OSError:
            continue  # it has just ended
        if fields and fields[0] not in (b"Z", b"X"):
            found[int(name)] = Alive(int(fields[1]), int(fields[21]) * PAGE)
    return found


def children_of(process: int) -> set[int]:
    return {number for number, one in alive().items() if one.parent == process}


def descendants_of(root: int) -> set[int]:
    """All below `root`, without itself."""
    by_parent: dict[int, list[int]] = {}
    for number, one in alive().items():
        by_parent.setdefault(one.parent, []).append(number)
    below: set[int] = set()
    todo = [root]
    while todo:
        for child in by_parent.get(todo.pop(), []):
            if child not in below:
                below.add(child)
                todo.append(child)
    return below


def resident_bytes_below(roots: set[int]) -> dict[int, int]:
    """For each of `roots` what the processes below it hold together, the root left out. No root is below another."""
    processes = alive()
    sums = dict.fromkeys(roots, 0)
    for number, one in processes.items():
        ancestor: int | None = one.parent if number not in roots else None
        while ancestor is not None and ancestor not in roots:
            above = processes.get(ancestor)
            ancestor = above.parent if above else None
        if ancestor is not None:
            sums[ancestor] += one.resident_bytes
    return sums


def end_below(root: int) -> None:
    """Ends all below `root`: first stops them, so that none can start another while we look, then kills them."""
    until = time.monotonic() + GIVE_UP_AFTER
    stopped: set[int] = set()
    while time.monotonic() < until:
        left = descendants_of(root)
        if not left:
            return
        new = left - stopped
        send(new or left, signal.SIGSTOP if new else signal.SIGKILL)
        stopped |= new
        if not new:
            time.sleep(0.005)
    send(descendants_of(root), signal.SIGKILL)


def send(processes: set[int], number: int) -> None:
    for process in processes:
        try:
            os.kill(process, number)
        except (ProcessLookupError, PermissionError):
            pass  # it has ended, or is another user's
