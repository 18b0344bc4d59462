"""Pages of one file each: a body, a style sheet and a script, with nothing from elsewhere."""

import base64
import hashlib
import json
from html import escape
from importlib.resources import files
from typing import Any

__all__ = ["assembled", "embedded", "policy"]


def _static(name: str) -> str:
    return (files("burgundy.viewer") / "static" / name).read_text(encoding="utf-8")


def assembled(name: str, title: str, data: Any) -> str:
    """The page `name` with its data; the title is escaped."""
    script = _static("common.js") + _static(f"{name}.js")
    return (
        "<!doctype html>\n"
        '<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy(script)}">'
        '<link rel="icon" href="data:,">'
        f"<title>{escape(title)}</title><style>{_static('pages.css')}</style></head>\n"
        f"<body>{_static(f'{name}.html')}"
        f'<script type="application/json" id="data">{embedded(data)}</script>\n'
        f"<script>{script}</script></body></html>\n"
    )


def embedded(data: Any) -> str:
    """JSON that can stand inside of a page: it holds nothing that could end its element."""
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def policy(script: str) -> str:
    """The content security policy of a page: its own script, and requests to where it came from."""
    digest = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'"
    )
