"""Ends the command in order when a user or the system asks for it."""

import os
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType

from aclnn_op.memory import MemoryLimit

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
LOOK_EVERY = 0.1  # seconds
# A terminal that closes tells it twice, by the kernel and by its shell. Who repeats it later does not want to wait.
INSIST = 1.0  # seconds
# For what is left to do once nothing runs any more: to write down what is known so far.
GRACE = 15.0  # seconds


class Interruption:
    """Which signal has come, if any. What was ignored when we began, as under nohup, stays ignored."""

    def __init__(self) -> None:
        self.number = 0
        self._since = 0.0

    def listen(self) -> None:
        for number in SIGNALS:
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._came)

    def _came(self, number: int, _: FrameType | None) -> None:
        # Takes no lock: the main thread may be inside any.
        now = time.monotonic()
        if not self.number:
            self.number, self._since = number, now
        elif now > self._since + INSIST:
            os._exit(128 + number)  # at once; what runs ends because we do


def call(work: Callable[[], int], memory: MemoryLimit, interruption: Interruption) -> int:
    """The exit code of `work`; 128 + n after signal n, once all that runs has been ended and `work` has returned."""
    codes: list[int] = []
    failures: list[BaseException] = []

    def target() -> None:
        try:
            codes.append(work())
        except BaseException as error:  # it belongs to the caller
            failures.append(error)

    interruption.listen()
    worker = threading.Thread(target=target, daemon=True)
    worker.start()
    while worker.is_alive() and not interruption.number:
        worker.join(LOOK_EVERY)
    if interruption.number:
        memory.close()
        worker.join(GRACE)
        return 128 + interruption.number
    if failures:
        raise failures[0]
    return codes[0]
