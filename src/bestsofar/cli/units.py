"""Durations and sizes as people write them."""

import re

import typer

FOUR_DIGITS = 10_000
UNITS = {"": 1.0, "s": 1.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "ns": 1e-9, "min": 60.0}


def parse_duration(text: str) -> float:
    """Read `5ms`, `500us`, `0.001`.

    >>> parse_duration("5ms"), parse_duration("0.001"), parse_duration("2 min")
    (0.005, 0.001, 120.0)
    """
    found = re.fullmatch(r"((?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?) *([a-zµ]*)", str(text))
    if not found or found[2] not in UNITS:
        raise typer.BadParameter(f"{text!r} is no duration such as 5ms, 500us or 0.001")
    return float(found[1]) * UNITS[found[2]]


def format_size(nbytes: int) -> str:
    """Write a number of bytes for people."""
    for unit in ("bytes", "kB", "MB"):
        if nbytes < FOUR_DIGITS:
            return f"{nbytes} {unit}"
        nbytes = round(nbytes / 1000)
    return f"{nbytes} GB"


def format_duration(seconds: float) -> str:
    """Write a duration for people.

    >>> format_duration(0.0042), format_duration(90)
    ('4.2 ms', '90 s')
    """
    for unit, size in {"s": 1.0, "ms": 1e-3}.items():
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} us"
