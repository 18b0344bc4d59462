"""Arguments that the programs here have in common."""

import argparse


def positive(text: str) -> int:
    """The whole number from 1 on that `text` is; argparse says so where it is none."""
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r}, expected a whole number from 1 on")
    return number
