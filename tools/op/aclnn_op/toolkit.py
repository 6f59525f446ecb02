"""Where the toolkit is, and the programs that builds of operators need."""

import dataclasses
import os
import pathlib
import shlex
import shutil

from aclnn_op.refused import Refused

CONFIG = pathlib.Path("share/aclnn-cpu/cmake/aclnn-cpu-config.cmake")


@dataclasses.dataclass(frozen=True)
class Toolkit:
    home: pathlib.Path

    @property
    def include(self) -> pathlib.Path:
        return self.home / "include"

    @property
    def library_path(self) -> pathlib.Path:
        return self.home / "lib64"

    @property
    def cmake_path(self) -> pathlib.Path:
        return (self.home / CONFIG).parent


def find_toolkit(given: str | None) -> Toolkit:
    """As said; else as set_env.sh says; else the one that this file is part of, or that this source tree has built."""
    here = pathlib.Path(__file__).resolve().parents
    places = (
        [("--toolkit", given)]
        if given is not None
        else [
            ("ASCEND_HOME_PATH", os.environ.get("ASCEND_HOME_PATH")),
            ("this command's own", str(here[4])),
            ("this command's own", str(here[3] / "build" / "release" / "toolkit")),
        ]
    )
    tried = []
    for name, place in places:
        if place:
            home = pathlib.Path(place).absolute()
            if (home / CONFIG).is_file():
                return Toolkit(home)
            tried.append(f"{home} ({name})")
    raise Refused(
        f"no toolkit of aclnn-cpu (a folder with {CONFIG}) at {', '.join(tried) or 'an empty path'}; "
        "name one with --toolkit, or source its set_env.sh"
    )


def compiler() -> list[str]:
    """For examples: CXX may hold options, or a launcher before the compiler."""
    return shlex.split(os.environ.get("CXX", "")) or ["g++"]


def require_programs() -> None:
    for program, package in (("cmake", "cmake"), ("ninja", "ninja-build"), (compiler()[0], "g++")):
        if not shutil.which(program):
            raise Refused(f"{program} is not installed, or not on PATH; Debian's package is {package}")
