"""One row for each operator of a tree: does it build, does its example run, is it clean under the checker."""

import concurrent.futures
import dataclasses
import pathlib
import shlex
import shutil
from collections.abc import Callable, Sequence

from aclnn_op import build, example, lock
from aclnn_op.folders import Operator
from aclnn_op.log import Log
from aclnn_op.process import Finished
from aclnn_op.progress import Progress
from aclnn_op.refused import Refused
from aclnn_op.text import shortened
from aclnn_op.units import NotWrittenFor

YES, NO, NOT_TRIED = "yes", "no", "-"
COLUMNS = ("built", "ran", "finite", "clean")
TITLES = {"built": "built", "ran": "example ran", "finite": "finite", "clean": "checker clean"}
# What is wrong where a column says no.
STAGES = {"built": "build", "ran": "example", "finite": "output", "clean": "checker"}
INTERRUPTED = "interrupted"


@dataclasses.dataclass
class Row:
    operator: str  # the folder's name, with folders above it where several have that name
    category: str
    path: str
    unit: str
    built: str = NOT_TRIED
    ran: str = NOT_TRIED
    finite: str = NOT_TRIED
    clean: str = NOT_TRIED
    build_seconds: float = 0.0
    run_seconds: float = 0.0
    peak_bytes: int = 0
    errors: dict[str, str] = dataclasses.field(default_factory=dict)  # "unit", one of STAGES, "report" -> the first
    logs: dict[str, str] = dataclasses.field(default_factory=dict)  # "build", "run", "check" -> a file
    rerun: str = ""  # for a shell: does this operator alone again
    log: str = ""  # the one in which the first error stands
    excerpt: str = ""  # of that output

    def saw(self, finished: Finished) -> None:
        if finished.end == INTERRUPTED:
            raise Interrupted
        self.peak_bytes = max(self.peak_bytes, finished.peak_bytes)

    def note(self, column: str, good: bool, error: Callable[[], str], finished: Finished, log: str) -> bool:
        """`log`: the kind of log that `finished` went to. An operator with several examples passes when all do."""
        if not good:
            setattr(self, column, NO)
            if not self.errors:
                self.excerpt = build.excerpt(finished)
                self.log = self.logs.get(log, "")
            self.errors.setdefault(STAGES[column], shortened(error()))
        elif getattr(self, column) == NOT_TRIED:
            setattr(self, column, YES)
        return good

    def first_error(self) -> str:
        return next((f"{stage}: {text}" for stage, text in self.errors.items()), "")

    def state(self) -> str:
        """In a few words, how far it comes."""
        if "report" in self.errors:
            return "not finished"
        if "unit" in self.errors:
            return "not for this chip"
        if self.built != YES:
            return "not built"
        if self.ran != YES:
            return "example fails" if self.ran == NO else "no example"
        if self.finite == NO:
            return "output not finite"
        return "checker reports a fault" if self.clean == NO else "clean"


class Interrupted(Exception):
    """Not the operator's fault."""


def _try(operator: Operator, row: Row, settings: build.Settings, work: pathlib.Path) -> None:
    logs = {kind: Log(work / f"{kind}.log") for kind in ("build", "run", "check")}
    row.logs = {kind: str(log.path) for kind, log in logs.items() if log.path}
    built = build.build([operator], settings, work, logs["build"])
    row.unit = built.units[operator]
    row.saw(built.finished)
    row.build_seconds = built.finished.seconds
    if not row.note("built", built.ok, built.first_error, built.finished, "build"):
        return
    sources = operator.examples(row.unit)
    if not sources:
        row.errors["example"] = f"none for {row.unit} in examples/"
    for source in sources:
        _try_example(source, work / "run" / source.stem, built, row, settings, logs)


def _try_example(
    source: pathlib.Path,
    folder: pathlib.Path,
    built: build.Built,
    row: Row,
    settings: build.Settings,
    logs: dict[str, Log],
) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    program = folder / source.stem
    compiled = logs["build"].add(example.compile_example(source, program, built.package, settings))
    row.saw(compiled)
    if not compiled.ok:
        row.note("ran", False, example.Ran(compiled, False).first_error, compiled, "build")
        return

    def run(kind: str, check: str) -> example.Ran:
        finished = logs[kind].add(example.run_example(program, row.unit, check, settings, ACLNN_CPU_LOG="info"))
        row.saw(finished)
        return example.Ran(finished, True)

    ran = run("run", "0")
    row.run_seconds += ran.finished.seconds
    if not row.note("ran", ran.ok, ran.first_error, ran.finished, "run"):
        return
    row.note("finite", not ran.not_finite(), ran.not_finite, ran.finished, "run")
    checked = run("check", "1")
    row.note("clean", checked.ok and not checked.reported(), checked.first_error, checked.finished, "check")


def report_on(operator: Operator, label: str, settings: build.Settings, work: pathlib.Path, caller: Sequence[str]) -> Row:
    """Tries one operator. Never raises: what goes wrong is in the row."""
    work = work / "report" / operator.category / operator.work_name
    row = Row(label, operator.category, str(operator.path), "-")
    try:
        if settings.memory.closed:
            raise Interrupted
        with lock.held(work):
            _try(operator, row, settings, work)
    except Interrupted:
        row.errors["report"] = INTERRUPTED
    except NotWrittenFor as error:
        row.errors["unit"] = str(error)
    except Refused as error:
        row.errors["report"] = str(error)
    except OSError as error:
        row.errors["report"] = f"{error.filename}: {error.strerror}"
    except Exception as error:  # one operator must not end the report on the others
        row.errors["report"] = f"{type(error).__name__}: {error}"
    row.rerun = rerun(row, settings, work, caller)
    return row


def rerun(row: Row, settings: build.Settings, work: pathlib.Path, caller: Sequence[str]) -> str:
    """The command for one operator alone, in the folder where its build is."""
    words = [*caller, "run", row.path, "--work", str(work), "--toolkit", str(settings.toolkit.home)]
    if row.unit != "-":
        words += ["--soc", row.unit]
    if settings.vendor != "custom":
        words += ["--vendor", settings.vendor]
    check = "ACLNN_CPU_CHECK=1 " if "checker" in row.errors else ""
    return check + shlex.join(words)


def report(
    operators: dict[Operator, str],
    settings: build.Settings,
    work: pathlib.Path,
    *,
    parallel: int,
    progress: Progress,
    caller: Sequence[str],
) -> list[Row]:
    """Rows in the order of `operators`, which are given with what a reader should call them."""
    with concurrent.futures.ThreadPoolExecutor(parallel) as pool:

        def one(item: tuple[Operator, str]) -> Row:
            operator, label = item
            progress.begins(label)
            row = report_on(operator, label, settings, work, caller)
            error = row.first_error()
            seconds = row.build_seconds + row.run_seconds
            progress.ends(label, f"{row.state()}, {seconds:.0f} s" + (f": {error}" if error else ""))
            return row

        return list(pool.map(one, operators.items()))


def totals(rows: Sequence[Row]) -> dict[str, int]:
    """How many of all say yes, by column."""
    return {column: sum(getattr(row, column) == YES for row in rows) for column in COLUMNS}


def by_category(rows: Sequence[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row.category, []).append(row)
    return dict(sorted(found.items()))


def complete(rows: Sequence[Row]) -> bool:
    return all(row.errors.get("report") != INTERRUPTED for row in rows)
