"""Arguments that the programs here have in common."""

import argparse
import math


def positive(text: str) -> int:
    """The whole number from 1 on that `text` is; argparse says so where it is none."""
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r}, expected a whole number from 1 on")
    return number


def above_zero(text: str) -> float:
    """The number above 0 that `text` is; argparse says so where it is none."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r}, expected a number above 0")
    return number
