"""Runs one command; when that ends, ends all that it has left behind, and then ends as the command did.

A program of its own: python3 -IBS supervisor.py PARENT COMMAND... Whatever the command starts stays below this process, also
what makes sessions of its own and loses its parents. When aclnn-op ends, even by SIGKILL, the command ends too.
"""

import os
import pathlib
import resource
import signal
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from aclnn_op import processes  # noqa: E402


def end(number: int, _: object) -> None:
    processes.end_below(os.getpid())
    os._exit(128 + number)


def prefer_for_out_of_memory() -> None:
    """Where the kernel has to end something it takes the command, not the user's desktop."""
    try:
        with open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
            file.write("500")
    except OSError:
        pass


def main(words: list[str], parent: int) -> int:
    processes.adopt_orphans()
    signal.signal(signal.SIGTERM, end)
    processes.signal_when_parent_ends(signal.SIGTERM)
    if os.getppid() != parent:
        return 128 + signal.SIGTERM
    prefer_for_out_of_memory()
    # Python ignores these two; the command has to find them as a shell would leave them.
    usual = (signal.SIGPIPE, signal.SIGXFSZ)
    try:
        child = os.posix_spawnp(words[0], words, os.environ, setsid=True, setsigdef=usual, setsigmask=())
    except OSError as error:
        print(f"{words[0]}: {error.strerror}", flush=True)
        return 127
    while True:
        process, status = os.waitpid(-1, 0)
        if process == child:
            break
    processes.end_below(os.getpid())
    if os.WIFSIGNALED(status):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # the command has left its own
        number = os.WTERMSIG(status)
        if number != signal.SIGKILL:
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    return os.WEXITSTATUS(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[2:], int(sys.argv[1])))
