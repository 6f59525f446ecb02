#!/usr/bin/env python3
"""Fits the tables of simd::PieceTable: a function on [0, 6.5 width] as seven polynomials, each minimax in relative error.

    scripts/fit_pieces.py gelu_tanh_gradient 7 0.75        # rows of coefficients, one per degree; errors on standard error

Piece k is centred at k * width; the eighth is zero. Needs mpmath (Debian: python3-mpmath)."""
import struct
import sys
from typing import Callable

import mpmath as mp

mp.mp.prec = 120

Function = Callable[[mp.mpf], mp.mpf]
PIECES = 7


def logistic(u: mp.mpf) -> mp.mpf:
    """1 / (1 + exp(u))."""
    e = mp.exp(-abs(u))
    return (e if u > 0 else 1) / (1 + e)


def swish_gradient(slope: mp.mpf) -> Function:
    """The derivative of x / (1 + exp(-slope x)), at -a."""
    return lambda a: logistic(slope * a) * (1 - slope * a * logistic(-slope * a))


def gelu_tanh_gradient(a: mp.mpf) -> mp.mpf:
    """The derivative of GELU's tanh form at -a."""
    k1 = 2 * mp.sqrt(2 / mp.pi)
    k3 = k1 * mp.mpf("0.044715")
    e = mp.exp(-(k1 * a + k3 * a**3))
    t = 1 / (1 + e)
    return e * t * (1 - a * (k1 + 3 * k3 * a * a) * t)


def gelu_erf(a: mp.mpf) -> mp.mpf:
    """GELU's erf form at -a, over -a."""
    return mp.erfc(a / mp.sqrt(2)) / 2


def gelu_erf_gradient(a: mp.mpf) -> mp.mpf:
    """The derivative of GELU's erf form at -a."""
    return gelu_erf(a) - a * mp.exp(-a * a / 2) / mp.sqrt(2 * mp.pi)


FUNCTIONS: dict[str, Function] = {
    "gelu_tanh_gradient": gelu_tanh_gradient,
    "gelu_erf": gelu_erf,
    "gelu_erf_gradient": gelu_erf_gradient,
    "silu_gradient": swish_gradient(mp.mpf(1)),
    "fast_gelu_gradient": swish_gradient(mp.mpf("1.702")),
}
# Those whose tail, up to 14.9, is exp(-a^2 / 2) times a polynomial: its degree and what it is in.
TAILS: dict[str, tuple[int, Function]] = {
    "gelu_erf": (4, lambda a: 1 / a),
    "gelu_erf_gradient": (6, lambda a: a),
}


def to_float(value: mp.mpf) -> mp.mpf:
    return mp.mpf(struct.unpack("f", struct.pack("f", float(value)))[0])


def polynomial(coefficients: list[mp.mpf], t: mp.mpf) -> mp.mpf:
    return mp.polyval(coefficients[::-1], t)


def alternating_extrema(errors: list[mp.mpf], wanted: int) -> list[int]:
    """Places of the largest errors of alternating sign."""
    places: list[int] = []
    for i, error in enumerate(errors):
        if places and errors[places[-1]] * error > 0:
            if abs(error) > abs(errors[places[-1]]):
                places[-1] = i
        else:
            places.append(i)
    while len(places) > wanted:
        places.pop(0 if abs(errors[places[0]]) < abs(errors[places[-1]]) else -1)
    return places


def minimax(f: Function, low: mp.mpf, high: mp.mpf, degree: int, weight: Function) -> list[mp.mpf]:
    """Remez' exchange: the coefficients, lowest first, with the least largest weight(t) * |f(t) - p(t)|."""
    n = degree + 2
    nodes = [(low + high) / 2 - (high - low) / 2 * mp.cos(mp.pi * i / (n - 1)) for i in range(n)]
    grid = [low + (high - low) * i / (40 * n) for i in range(40 * n + 1)]
    coefficients: list[mp.mpf] = []
    for _ in range(12):
        rows = mp.matrix(n, n)
        values = mp.matrix(n, 1)
        for i, t in enumerate(nodes):
            for k in range(degree + 1):
                rows[i, k] = t**k
            rows[i, n - 1] = (-1) ** i / weight(t)
            values[i] = f(t)
        solution = mp.lu_solve(rows, values)
        coefficients = [solution[k] for k in range(degree + 1)]
        places = alternating_extrema([(f(t) - polynomial(coefficients, t)) * weight(t) for t in grid], n)
        if len(places) < n or [grid[i] for i in places] == nodes:
            break
        nodes = [grid[i] for i in places]
    return coefficients


def fit_piece(f: Function, piece: int, width: mp.mpf, degree: int) -> list[mp.mpf]:
    centre = piece * width
    if piece == 0:  # f(0) stays exact: f(t) = f(0) + t q(t), where f has no zero
        at_zero = f(mp.mpf(0))
        slope = minimax(lambda t: (f(t) - at_zero) / t, width * mp.mpf("1e-6"), width / 2, degree - 1,
                        lambda t: t / f(t))
        fitted = [at_zero] + slope
    else:
        smallest = mp.mpf("4e-3")  # nearer to a zero of f an absolute error counts
        fitted = minimax(lambda t: f(centre + t), -width / 2, width / 2, degree,
                         lambda t: 1 / (abs(f(centre + t)) if centre > 2 else max(abs(f(centre + t)), smallest)))
    return [to_float(c) for c in fitted]


def report(f: Function, piece: int, width: mp.mpf, coefficients: list[mp.mpf]) -> None:
    centre = piece * width
    absolute = relative = mp.mpf(0)
    for i in range(401):
        t = width * (mp.mpf(i) / 400 - mp.mpf(1) / 2)
        if centre + t < 0:
            continue
        true = f(centre + t)
        error = abs(true - polynomial(coefficients, t))
        absolute = max(absolute, error)
        relative = max(relative, error / abs(true)) if true else relative
    print(f"centre {float(centre):.4f}: error {float(absolute):.1e}, relative {float(relative):.1e}", file=sys.stderr)


def main() -> None:
    if len(sys.argv) != 4 or sys.argv[1] not in FUNCTIONS:
        sys.exit(f"usage: {sys.argv[0]} {'|'.join(FUNCTIONS)} DEGREE WIDTH")
    f, degree, width = FUNCTIONS[sys.argv[1]], int(sys.argv[2]), mp.mpf(sys.argv[3])
    pieces = [fit_piece(f, piece, width, degree) for piece in range(PIECES)]
    for piece, coefficients in enumerate(pieces):
        report(f, piece, width, coefficients)
    for k in range(degree + 1):
        print("{" + ", ".join(to_hex(coefficients[k]) for coefficients in pieces) + ", 0.0f},")
    if sys.argv[1] in TAILS:
        tail_degree, variable = TAILS[sys.argv[1]]  # its own inverse
        low, high = sorted(variable(a) for a in (mp.mpf("6.4") * width, mp.mpf("14.9")))

        def slow(y: mp.mpf) -> mp.mpf:
            return f(variable(y)) * mp.exp(variable(y)**2 / 2)
        tail = [to_float(c) for c in minimax(slow, low, high, tail_degree, lambda y: 1 / slow(y))]
        print("tail: " + ", ".join(to_hex(c) for c in tail))


def to_hex(value: mp.mpf) -> str:
    mantissa, exponent = float(value).hex().split("p")
    return f"{mantissa.rstrip('0') if '.' in mantissa else mantissa}p{exponent}f".replace(".p", "p")


main()
