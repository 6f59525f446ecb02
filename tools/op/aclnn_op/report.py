"""One row for each operator of a tree: does it build, does its example run, is it clean under the checker."""

import concurrent.futures
import dataclasses
import hashlib
import shutil
import sys
import threading

from aclnn_op import build, example

YES, NO, NOT_TRIED = "yes", "no", "-"


@dataclasses.dataclass
class Row:
    operator: str
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
    errors: dict = dataclasses.field(default_factory=dict)  # "build", "example", "output", "checker", "report" -> the first

    def saw(self, finished):
        self.peak_bytes = max(self.peak_bytes, finished.peak_bytes)

    def first_error(self):
        return next((f"{stage}: {text}" for stage, text in self.errors.items()), "")


@dataclasses.dataclass(frozen=True)
class Settings:
    toolkit: build.Toolkit
    units: list  # in order of preference
    vendor: str
    work: object  # folder, kept: a second report compiles only what has changed
    memory: object  # process.MemoryLimit
    build_timeout: float
    run_timeout: float
    jobs_each: int  # of one build


def report_on(operator, settings):
    """Tries one operator. Never raises: what goes wrong is in the row."""
    unit = operator.unit(settings.units)
    row = Row(operator.name, operator.category, str(operator.path), unit)
    try:
        _try(operator, unit, row, settings)
    except Exception as error:  # noqa: BLE001: one operator must not end the report on the others
        row.errors["report"] = f"{type(error).__name__}: {error}"
    return row


def _try(operator, unit, row, settings):
    # Trees hold operators of one category and name: activation/x and experimental/activation/x.
    mark = hashlib.md5(str(operator.path).encode()).hexdigest()[:6]
    work = settings.work / operator.category / f"{operator.name}-{mark}"
    built = build.build(
        [operator],
        toolkit=settings.toolkit,
        unit=unit,
        vendor=settings.vendor,
        work=work,
        memory=settings.memory,
        timeout=settings.build_timeout,
        jobs=settings.jobs_each,
    )
    row.saw(built.finished)
    row.build_seconds = built.finished.seconds
    row.built = YES if built.ok else NO
    if not built.ok:
        row.errors["build"] = built.first_error()
        return
    sources = operator.examples(unit)
    if not sources:
        row.errors["example"] = f"none for {unit} in examples/"
        return
    for source in sources:
        _try_example(source, work / "run" / source.stem, unit, built, row, settings)


def _try_example(source, folder, unit, built, row, settings):
    def note(field, good, error):
        """An operator with several examples passes when all do."""
        if not good:
            setattr(row, field, NO)
            row.errors.setdefault({"ran": "example", "finite": "output", "clean": "checker"}[field], error())
        elif getattr(row, field) == NOT_TRIED:
            setattr(row, field, YES)
        return good

    shutil.rmtree(folder, ignore_errors=True)
    program = folder / source.stem
    limits = {"memory": settings.memory, "timeout": settings.run_timeout, "ACLNN_CPU_LOG": "info"}
    compiled = example.compile_example(
        source, program, toolkit=settings.toolkit, package=built.package, memory=settings.memory, timeout=settings.build_timeout
    )
    if not compiled.ok:
        note("ran", False, example.Ran(compiled, False).first_error)
        return
    ran = example.Ran(example.run_example(program, unit=unit, check="0", **limits), True)
    row.saw(ran.finished)
    row.run_seconds += ran.finished.seconds
    if not note("ran", ran.ok, ran.first_error):
        return
    note("finite", not ran.not_finite(), ran.not_finite)
    checked = example.Ran(example.run_example(program, unit=unit, check="1", **limits), True)
    row.saw(checked.finished)
    note("clean", checked.ok and not checked.reported(), checked.first_error)


def report(operators, settings, *, parallel, progress=sys.stderr):
    """Rows in the order of `operators`."""
    show = Progress(len(operators), progress)
    with concurrent.futures.ThreadPoolExecutor(parallel) as pool:

        def one(operator):
            show.begins(operator.name)
            row = report_on(operator, settings)
            show.ends(row)
            return row

        return list(pool.map(one, operators))


class Progress:
    """A line for each operator that is done; on a terminal, one more that says which are under way."""

    def __init__(self, total, stream):
        self._total, self._stream = total, stream
        self._lock = threading.Lock()
        self._running, self._done = [], 0

    def begins(self, name):
        with self._lock:
            self._running.append(name)
            self._status()

    def ends(self, row):
        with self._lock:
            self._running.remove(row.operator)
            self._done += 1
            self._line(f"[{self._done}/{self._total}] {row.operator}: {summary(row)}")
            self._status()

    def _line(self, text):
        erase = "\r\x1b[K" if self._stream.isatty() else ""
        print(f"{erase}{text}", file=self._stream, flush=True)

    def _status(self):
        if self._stream.isatty():
            self._stream.write("\r\x1b[K" + ", ".join(self._running)[:100])
            self._stream.flush()


def summary(row):
    error = row.first_error()
    state = (
        "not built" if row.built != YES
        else "example fails" if row.ran == NO
        else "no example" if row.ran == NOT_TRIED
        else "output not finite" if row.finite == NO
        else "checker reports a fault" if row.clean == NO
        else "clean"
    )
    return f"{state}, {row.build_seconds + row.run_seconds:.0f} s" + (f": {error}" if error else "")


COLUMNS = ("built", "ran", "finite", "clean")
TITLES = {"built": "built", "ran": "example ran", "finite": "finite", "clean": "checker clean"}


def totals(rows):
    """How many of all say yes, by column."""
    return {column: sum(getattr(row, column) == YES for row in rows) for column in COLUMNS}


def as_text(rows):
    """A table for a terminal, the first error of each row at its end, and the totals."""
    head = ["operator", "unit", *(TITLES[column] for column in COLUMNS), "build s", "run s", "MiB", "first error"]
    lines = [head]
    for row in rows:
        cells = [row.operator, row.unit, *(getattr(row, column) for column in COLUMNS)]
        numbers = [f"{row.build_seconds:.1f}", f"{row.run_seconds:.1f}", str(row.peak_bytes >> 20)]
        lines.append(cells + numbers + [row.first_error()])
    widths = [max(len(line[i]) for line in lines) for i in range(len(head) - 1)]
    text = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths)) + "  " + line[-1] for line in lines]
    counted = totals(rows)
    text.append(f"{len(rows)} operators: " + ", ".join(f"{counted[column]} {TITLES[column]}" for column in COLUMNS))
    return "\n".join(line.rstrip() for line in text) + "\n"


def as_data(rows):
    return {"operators": [dataclasses.asdict(row) for row in rows], "totals": {"operators": len(rows), **totals(rows)}}
