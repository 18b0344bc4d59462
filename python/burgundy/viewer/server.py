"""`burgundy serve`: a page on this machine to play and to analyse on.

It listens on 127.0.0.1 alone, has one page and one place to ask at, and answers nobody but that page:
the host has to be this machine's, the origin the page's own, and requests are JSON.
"""

import json
import socket
import sys
import time
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

from burgundy.viewer.assembly import assembled
from burgundy.viewer.session import Session

__all__ = ["HOST", "Server", "serve"]

HOST = "127.0.0.1"
LARGEST_REQUEST = 65_536
MOST_DIGITS = 9
"""The most digits of a request's length."""
SECONDS = 30
LINGER = 1.0
"""How long who was refused is heard out, in seconds."""
TITLE = "The Castles of Burgundy"


class Server(ThreadingHTTPServer):
    """The page with its session."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, session: Session, port: int = 0) -> None:
        """Listens on a port of this machine; 0 takes a free one."""
        super().__init__((HOST, port), _Handler)
        self.session = session
        self.page = assembled("play", TITLE, {}).encode("utf-8")

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Says nothing of a browser that went away."""
        if not isinstance(sys.exception(), (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)

    @property
    def address(self) -> str:
        """The page's address."""
        return f"http://{HOST}:{self.server_port}/"

    @property
    def hosts(self) -> tuple[str, str]:
        """What a request may name as its host."""
        return f"{HOST}:{self.server_port}", f"localhost:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server_version = "burgundy"
    sys_version = ""
    protocol_version = "HTTP/1.1"
    timeout = SECONDS

    def do_GET(self) -> None:
        """The page."""
        if not self._is_ours():
            return
        if self.path != "/":
            self._refuse(HTTPStatus.NOT_FOUND, "there is one page, /")
            return
        self._send(HTTPStatus.OK, "text/html; charset=utf-8", self._of().page)

    def do_POST(self) -> None:
        """What the page asks for."""
        if not self._is_ours():
            return
        if self.path != "/ask":
            self._refuse(HTTPStatus.NOT_FOUND, "requests go to /ask")
            return
        if self.headers.get_content_type() != "application/json":
            self._refuse(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "expected application/json")
            return
        length = self.headers.get("Content-Length", "")
        is_number = length.isascii() and length.isdigit() and len(length) <= MOST_DIGITS
        if not is_number or int(length) > LARGEST_REQUEST:
            self._refuse(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"expected {LARGEST_REQUEST} bytes at most"
            )
            return
        try:
            asked = json.loads(self.rfile.read(int(length)).decode("utf-8"))
            answer = self._of().session.answer(asked)
        except RecursionError:
            self._refuse(HTTPStatus.BAD_REQUEST, "nested too deeply")
        except (ValueError, TypeError) as error:
            self._refuse(HTTPStatus.BAD_REQUEST, str(error))
        else:
            self._send_json(HTTPStatus.OK, answer)

    def _of(self) -> Server:
        return cast(Server, self.server)

    def _is_ours(self) -> bool:
        """Whether the request is for this machine and not from another page; refuses it if not."""
        hosts = self._of().hosts
        origin = self.headers.get("Origin")
        site = self.headers.get("Sec-Fetch-Site", "same-origin")
        if self.headers.get("Host") not in hosts:
            self._refuse(HTTPStatus.FORBIDDEN, f"host: expected {hosts[0]}")
        elif origin is not None and origin not in [f"http://{host}" for host in hosts]:
            self._refuse(HTTPStatus.FORBIDDEN, "origin: expected this page's own")
        elif self.command == "POST" and site not in ("same-origin", "none"):
            self._refuse(HTTPStatus.FORBIDDEN, "origin: expected this page's own")
        else:
            return True
        return False

    def _refuse(self, status: HTTPStatus, reason: str) -> None:
        # What was not read of the request must not be taken for the next one.
        self.close_connection = True
        self._send_json(status, {"error": reason})
        self._hear_out()

    def _hear_out(self) -> None:
        """Reads on for a moment: a connection closed with something unread is reset, and the answer may go with it."""
        ends = time.monotonic() + LINGER
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_WR)
            self.connection.settimeout(LINGER)
            while time.monotonic() < ends and self.rfile.read1(LARGEST_REQUEST):
                pass

    def _send_json(self, status: HTTPStatus, answer: Any) -> None:
        self._send(status, "application/json", json.dumps(answer).encode("utf-8"))

    def _send(self, status: HTTPStatus, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("X-Frame-Options", "DENY")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.send_header("Referrer-Policy", "no-referrer")
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing; the terminal is the person's."""


def serve(session: Session, port: int = 0) -> Server:
    """A server that is ready for `serve_forever`."""
    return Server(session, port)
