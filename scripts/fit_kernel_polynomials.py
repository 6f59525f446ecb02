#!/usr/bin/env python3
"""Fits the polynomials of the AI Core kernels (activation/common/op_kernel/{functions,normal}.h): minimax in relative error.

    scripts/fit_kernel_polynomials.py tanh        # the coefficients, lowest degree first; the error on standard error

Each is fitted degree by degree: a coefficient is rounded to float before the next is fitted. Needs mpmath (Debian:
python3-mpmath)."""
import struct
import sys

import mpmath as mp

mp.mp.prec = 160


def as_float(value: mp.mpf) -> mp.mpf:
    return mp.mpf(struct.unpack("f", struct.pack("f", float(value)))[0])


def normal_below(a: mp.mpf) -> mp.mpf:
    """Phi(-a) exp(a^2 / 2)."""
    return mp.erfc(a / mp.sqrt(2)) / 2 * mp.exp(a * a / 2)


def normal_of_v(v: mp.mpf) -> mp.mpf:
    w = v + as_float(mp.mpf("0.58"))
    return normal_below((1 / w - 1) / mp.mpf("0.35")) / w


def tanh_rest(w: mp.mpf) -> mp.mpf:
    x = mp.sqrt(w)
    return (mp.tanh(x) / x - 1) / w


# What, of which variable from where to where, with how many coefficients, and the size of the whole of which the
# polynomial is a part, relative to the polynomial.
FITS = {
    # tanh(x) = x + x w (...), w = x^2
    "tanh": (tanh_rest, 1e-9, 0.31, 4, lambda w: 1 / (w * abs(tanh_rest(w)))),
    # expm1(y) = y + y^2 (...)
    "expm1": (lambda y: (mp.expm1(y) / y - 1) / y, -0.3501, 0.3503, 5, lambda y: 2 / abs(y)),
    # log1p(e) = s (...), w = s^2, s = e / (2 + e)
    "log1p": (lambda w: 2 * mp.atanh(mp.sqrt(w)) / mp.sqrt(w), 1e-9, 0.1112, 5, lambda w: 1),
    # Phi(-a) exp(a^2 / 2) = w (...), v = w - 0.58, w = 1 / (1 + 0.35 a)
    "normal": (normal_of_v, -0.42, 0.42, 9, lambda v: 1),
}


def minimax(points: list, values: list, sizes: list, first: int, count: int) -> list:
    """c with sum c[k] p^(first + k) next to the values, least of the largest error relative to value * size."""
    weights = [mp.mpf(1)] * len(points)
    solution: list = []
    for _ in range(40):
        rows = mp.matrix(len(points), count)
        right = mp.matrix(len(points), 1)
        for i, (p, v, s, w) in enumerate(zip(points, values, sizes, weights)):
            scale = mp.sqrt(w) / s
            for k in range(count):
                rows[i, k] = p ** (first + k) * scale
            right[i] = v * scale
        solution = list(mp.lu_solve(rows, right))
        errors = [abs(sum(c * p ** (first + k) for k, c in enumerate(solution)) - v) / s
                  for p, v, s in zip(points, values, sizes)]
        weights = [w * (e + mp.mpf(10) ** -30) for w, e in zip(weights, errors)]
        total = sum(weights)
        weights = [w / total * len(points) for w in weights]
    return solution


def main() -> None:
    function, low, high, count, size = FITS[sys.argv[1]]
    grid = 12 * count
    middle, radius = mp.mpf(low + high) / 2, mp.mpf(high - low) / 2
    points = [middle + radius * mp.cos(mp.pi * (i + 0.5) / grid) for i in range(grid)]
    exact = [function(p) for p in points]
    sizes = [abs(v) * size(p) for v, p in zip(exact, points)]
    rest, coefficients = list(exact), []
    for k in range(count):
        coefficients.append(as_float(minimax(points, rest, sizes, k, count - k)[0]))
        rest = [r - coefficients[k] * p**k for r, p in zip(rest, points)]
    print(", ".join(float(c).hex() for c in coefficients))
    print("relative error", mp.nstr(max(abs(r) / s for r, s in zip(rest, sizes)), 3), file=sys.stderr)


main()
