"""Operator folders: which there are below a folder, and what stands in one."""

import dataclasses
import difflib
import hashlib
import os
import pathlib
from collections.abc import Callable, Iterable, Sequence

from aclnn_op import units
from aclnn_op.refused import Refused

# Examples in these folders are for one generation of chips.
UNITS_OF_GENERATION = {
    "arch20": {"ascend310p"},
    "arch22": {"ascend910b", "ascend910_93"},
    "arch35": {"ascend950", "ascend350"},
}


@dataclasses.dataclass(frozen=True)
class Operator:
    path: pathlib.Path

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def category(self) -> str:
        return self.path.parent.name

    @property
    def work_name(self) -> str:
        """A folder name that no other operator has: trees hold activation/x and experimental/activation/x."""
        return f"{self.name}-{hashlib.md5(os.fsencode(self.path)).hexdigest()[:6]}"

    def definitions(self) -> list[pathlib.Path]:
        return sorted(path for path in (self.path / "op_host").glob("*_def.cpp") if path.is_file())

    def units(self) -> list[str] | None:
        """Compute units that the definition's text names; None where it computes the names."""
        return units.named_in("\n".join(_read(path) for path in self.definitions()))

    def examples(self, unit: str, name: str = "") -> list[pathlib.Path]:
        """Programs against the operator's aclnn functions, for one compute unit."""
        found: list[pathlib.Path] = []
        for folder in (self.path / "examples", self.path / "example"):
            found += _examples_in(folder, name)
            for generation, its_units in UNITS_OF_GENERATION.items():
                if unit in its_units:
                    found += _examples_in(folder / generation, name)
        return found


def _examples_in(folder: pathlib.Path, name: str) -> list[pathlib.Path]:
    end = f"{name}.cpp"
    return sorted(path for path in folder.glob("test_aclnn_*.cpp") if path.name.endswith(end) and path.is_file())


def _read(path: pathlib.Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None  # a read that fails names no file


def _is_operator(path: pathlib.Path) -> bool:
    return bool(Operator(path).definitions())


def find_operators(
    tree: pathlib.Path, *, warn: Callable[[str], None] = lambda _: None, stop: Callable[[], bool] = lambda: False
) -> list[Operator]:
    """The operator at `tree`, or all below it, by path. Links to folders are followed, each folder is seen once."""
    try:
        tree = tree.resolve(strict=True)
    except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle
        raise Refused(f"{tree}: {getattr(error, 'strerror', None) or 'a link that leads to itself'}") from None
    if not tree.is_dir():
        raise Refused(f"{tree}: a file, expected an operator folder or a folder of such folders")
    if _is_operator(tree):
        return [Operator(tree)]
    found = set()
    seen: set[tuple[int, int]] = set()

    def unreadable(error: OSError) -> None:
        warn(f"{error.filename}: {error.strerror}; not searched")

    for name, folders, _ in os.walk(tree, onerror=unreadable, followlinks=True):
        if stop():
            break
        folder = pathlib.Path(name)
        folders[:] = sorted(sub for sub in folders if sub != ".git" and _is_new(folder / sub, seen))
        if "op_host" in folders:
            folders.remove("op_host")
            if _is_operator(folder):
                found.add(folder.resolve())
    return [Operator(path) for path in sorted(found)]


def _is_new(folder: pathlib.Path, seen: set[tuple[int, int]]) -> bool:
    try:
        status = folder.stat()
    except OSError:
        return False
    mark = (status.st_dev, status.st_ino)
    new = mark not in seen
    seen.add(mark)
    return new


def select(operators: Sequence[Operator], names: Sequence[str]) -> list[Operator]:
    """Those of these names, or of these ends of their paths; all without names."""
    if not names:
        return list(operators)
    selected: dict[Operator, None] = {}
    for name in names:
        parts = pathlib.PurePath(name).parts
        chosen = [one for one in operators if one.path.parts[-len(parts) :] == parts]
        if not chosen:
            raise Refused(f"--only: no operator {name}{_near(name, operators)}")
        selected.update(dict.fromkeys(chosen))
    return [one for one in operators if one in selected]


def _near(name: str, operators: Iterable[Operator]) -> str:
    known = sorted({one.name for one in operators})
    last = pathlib.PurePath(name).name
    near = difflib.get_close_matches(last, known, 5) or [one for one in known if last and last in one][:5]
    return f"; near it: {', '.join(near)}" if near else f"; there are {len(known)}, such as {', '.join(known[:5])}"


def labels(operators: Sequence[Operator]) -> dict[Operator, str]:
    """Names for a reader: the folder's, with as many folders above as tell it from others of that name."""
    found = {}
    for one in operators:
        others = [other.path.parts for other in operators if other.name == one.name and other != one]
        count = 1
        while any(parts[-count:] == one.path.parts[-count:] for parts in others):
            count += 1
        found[one] = "/".join(one.path.parts[-count:])
    return found
