"""`burgundy info`: what is installed, and whether the data are the printed game."""

import argparse
import json
import platform
from typing import Any

from burgundy.cli.arguments import add_json, shortened

MOST_UNREAD = 10
"""Most files that are named as not read."""


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "info",
        help="versions, build and data checks",
        description="Prints versions, the build and what the data files add up to.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--data", metavar="FOLDER", help="own data files to check (default: the printed game)"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Prints what there is to know."""
    found = collect(chosen.data)
    if chosen.json:
        print(json.dumps(found))
    else:
        print("\n".join(_lines(found)))
    return 0


def collect(folder: str | None) -> dict[str, Any]:
    """Everything that the command says, ready for JSON."""
    import numpy as np

    import burgundy
    from burgundy import _core, loader

    tables = loader.load(folder)
    own, unread = ([], []) if folder is None else loader.own_files(folder)
    burgundy.Rules(data=folder)  # the engine checks the tables once more
    return {
        "version": burgundy.__version__,
        "versions": {
            "rules": burgundy.RULES_VERSION,
            "action": burgundy.ACTION_VERSION,
            "world": burgundy.WORLD_VERSION,
            "snapshot": burgundy.SNAPSHOT_VERSION,
            "state": burgundy.STATE_VERSION,
            "observation": burgundy.OBSERVATION_VERSION,
        },
        "build": _core.build_info(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "data": {
            "folder": folder,
            "own_files": own,
            "unread_files": unread,
            "fingerprint": tables["fingerprint"].hex(),
            "boards": len(tables["boards"]),
            "checks": [
                {**total._asdict(), "is_printed": total.is_printed}
                for total in loader.totals(tables)
            ],
        },
    }


def _lines(found: dict[str, Any]) -> list[str]:
    build = ", ".join(f"{key} {value or 'none'}" for key, value in found["build"].items())
    versions = ", ".join(f"{key} {value}" for key, value in found["versions"].items())
    data = found["data"]
    lines = [
        f"burgundy  {found['version']}",
        f"build     {build}",
        f"formats   {versions}",
        f"python    {found['python']}, numpy {found['numpy']}",
        f"data      {data['folder'] or 'the printed game'}, fingerprint {data['fingerprint']}",
        *_files(data),
        "",
    ]
    rows = _checks(data["checks"])
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    return lines + [
        f"{place:<{widths[0]}}  {count:<{widths[1]}}  {verdict}" for place, count, verdict in rows
    ]


def _files(data: dict[str, Any]) -> list[str]:
    """Which files of an own folder count, and which do not, since a name may be misspelt."""
    from burgundy.loader import FILES
    from burgundy.names import printable

    if data["folder"] is None:
        return []
    shipped = [name for name in FILES if name not in data["own_files"]]
    lines = [
        f"own       {', '.join(data['own_files']) or 'no file'}",
        f"shipped   {', '.join(shipped) or 'no file'}",
    ]
    unread = [printable(shortened(name)) for name in data["unread_files"]]
    if len(unread) > MOST_UNREAD:
        unread[MOST_UNREAD:] = [f"and {len(unread) - MOST_UNREAD} more"]
    if unread:
        lines.append(f"warning   not read: {', '.join(unread)}; data files are {', '.join(FILES)}")
    return lines


def _checks(checks: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    """Place, count and verdict of each check; what all boards have in common is one row."""
    rows: dict[tuple[str, str, str], list[str]] = {}
    for check in checks:
        place, _, key = check["place"].partition(": ")
        verdict = "ok" if check["is_printed"] else f"printed: {check['printed']}"
        file_or_key = place if key.startswith("board[") else check["place"]
        count = f"{check['found']} {check['what']}"
        rows.setdefault((file_or_key, count, verdict), []).append(key)
    return [
        (place, f"{count} ({len(keys)} boards)" if len(keys) > 1 else count, verdict)
        for (place, count, verdict), keys in rows.items()
    ]
