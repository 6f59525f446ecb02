"""What stands in an operator folder."""

import dataclasses
import pathlib
import re

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
    def name(self):
        return self.path.name

    @property
    def category(self):
        return self.path.parent.name

    def definitions(self):
        return sorted((self.path / "op_host").glob("*_def.cpp"))

    def units(self):
        """Compute units that the definition's text names; empty where it builds the names."""
        text = "".join(path.read_text("utf-8", "replace") for path in self.definitions())
        return list(dict.fromkeys(re.findall(r'AddConfig\(\s*"(\w+)"', text)))

    def unit(self, wanted):
        """The first of `wanted` that the definition lists; else the first that it lists."""
        listed = self.units()
        return next((unit for unit in wanted if unit in listed), (listed or wanted)[0])

    def examples(self, unit, name=""):
        """Programs against the operator's aclnn functions, for one compute unit."""
        found = []
        for folder in (self.path / "examples", self.path / "example"):
            found += sorted(folder.glob(f"test_aclnn_*{name}.cpp"))
            for generation, units in UNITS_OF_GENERATION.items():
                if unit in units:
                    found += sorted((folder / generation).glob(f"test_aclnn_*{name}.cpp"))
        return found


def is_operator(path):
    return any((path / "op_host").glob("*_def.cpp"))


def find_operators(tree):
    """The operator at `tree`, or all below it, by path."""
    tree = pathlib.Path(tree).resolve()
    if is_operator(tree):
        return [Operator(tree)]
    hosts = (path for path in tree.rglob("op_host") if path.is_dir())
    return [Operator(path.parent) for path in sorted(hosts) if is_operator(path.parent)]
