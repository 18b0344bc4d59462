"""Numbers of things, as they are printed."""

__all__ = ["counted"]


def counted(number: int, thing: str) -> str:
    """`1 game`, `1,200 games`: the number with the word for one of the things, which takes an "s" unless there is one."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
