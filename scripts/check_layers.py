#!/usr/bin/env python3
"""Fails when a file includes something that does not stand below its layer. Usage: check_layers.py [ROOT]"""

import pathlib
import re
import sys

# layer -> the layers it may include, itself always among them
BELOW = {
    "base": [],
    "simd": ["base"],
    "platform": ["base"],
    "runtime": ["base", "platform"],
    "register": ["base", "platform"],
    "aicore": ["base", "platform"],
    "nnopbase": ["base", "platform", "runtime", "register", "simd", "aicore"],
    "l0op": ["base", "platform", "register", "simd", "nnopbase"],
}
# Of these layers only the named headers may be included from above.
ONLY = {("nnopbase", "aicore"): {"aicore/launch.h", "aicore/device_memory.h"}}

INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.MULTILINE)


def includes(path):
    return INCLUDE.findall(path.read_text(encoding="utf-8"))


def source_files(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in {".h", ".cpp", ".c", ".inl"})


def complaints_of_layer(root, layer):
    for path in source_files(root / "src" / layer):
        for include in includes(path):
            if (root / "include" / include).exists():
                continue  # a public header whose folder is named like a layer
            target = include.split("/")[0]
            if target not in BELOW or target == layer:
                continue
            allowed = target in BELOW[layer]
            limited = ONLY.get((layer, target))
            if not allowed or (limited is not None and include not in limited):
                yield f"{path.relative_to(root)} includes {include}: {layer} may include {BELOW[layer]}"


def complaints_of_public_headers(root):
    for path in source_files(root / "include"):
        for include in includes(path):
            if (root / "src" / include).exists() and not (root / "include" / include).exists():
                yield f"{path.relative_to(root)} includes {include}: public headers include nothing of src/"


def complaints_of_kernels(root):
    allowed = ("kernel_operator.h", "ascendc/", "kernel_tiling/", "lib/")
    for path in sorted(root.glob("activation/*/op_kernel/*")):
        if path.suffix not in {".h", ".cpp"}:
            continue
        for include in includes(path):
            local = (path.parent / include).exists()
            standard = re.fullmatch(r"[a-z_]+", include) is not None
            if not local and not standard and not include.startswith(allowed):
                yield f"{path.relative_to(root)} includes {include}: kernels include kernel headers only"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    found = [c for layer in BELOW for c in complaints_of_layer(root, layer)]
    found += complaints_of_public_headers(root)
    found += complaints_of_kernels(root)
    print("\n".join(found) if found else "every include points downwards")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
