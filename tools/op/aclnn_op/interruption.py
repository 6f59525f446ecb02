"""Ends the command in order when a user or the system asks for it."""

import os
import signal
import threading
from collections.abc import Callable
from types import FrameType

from aclnn_op.memory import MemoryLimit

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
LOOK_EVERY = 0.1  # seconds
# For what is left to do once nothing runs any more: to write down what is known so far.
GRACE = 15.0  # seconds


class Interruption:
    """Which signal has come, if any. What was ignored when we began, as under nohup, stays ignored."""

    def __init__(self) -> None:
        self.number = 0

    def listen(self) -> None:
        for number in SIGNALS:
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._came)

    def _came(self, number: int, _: FrameType | None) -> None:
        # Takes no lock: the main thread may be inside any.
        if self.number:
            os._exit(128 + number)  # the second time: at once; what runs ends because we do
        self.number = number


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
