"""Guard: who may ask, and what a browser may do with an answer.

The address holds a token, so that nobody else on the machine finds the page. Requests name the host they mean: a name
that leads here from elsewhere (DNS rebinding) is refused, and so is what another site's page asks for. What is
answered runs no script but our own, is framed by nobody, and is asked of nobody else.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import os
import secrets
import socket
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from santy_print.output import write_atomic

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

KEY_FILE, KEY_BYTES = "serve-key", 32
"""In the user's own folder: of which the tokens are made."""
TOKEN = 24
"""The characters of a token: 144 bits."""
CLOSED = 4403
"""The code with which a stream that may not be is closed."""
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "font-src": "'self'",
    "connect-src": "'self'",
    "frame-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
"""What the page may load: only what lies here, and scripts and styles only from files."""
PICTURE = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
"""What a picture may: nothing, even where somebody opens it by itself."""
DOCUMENT = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; "
DOCUMENT += "form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin"
"""What a document in a frame of the page may: show what is in it. It runs nothing, sends nothing, opens nothing; the
page, whose frame it is, may read where somebody reads in it."""
FRAMED = {"content-security-policy": DOCUMENT, "x-frame-options": "SAMEORIGIN"}
HEADERS = {
    "content-security-policy": "; ".join(f"{name} {value}" for name, value in POLICY.items()),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


def token_for(pack: Path, folder: Path) -> str:
    """The token in the address of a pack's page: the same each time, so that a page that was left open goes on.

    It is made of a key in the user's own `folder`; where that cannot be kept, of nothing that lasts.
    """
    path, key = folder / KEY_FILE, b""
    with suppress(OSError):
        key = path.read_bytes() if path.is_file() and path.stat().st_size == KEY_BYTES else b""
    if len(key) != KEY_BYTES:
        key = secrets.token_bytes(KEY_BYTES)
        with suppress(OSError):
            write_atomic(path, key)
            os.chmod(path, 0o600)
    made = hmac.new(key, os.fsencode(os.path.realpath(pack)), hashlib.sha256).digest()
    return _letters(made)


def _letters(data: bytes) -> str:
    import base64

    return base64.urlsafe_b64encode(data).decode("ascii")[:TOKEN]


class Guard:
    """Lets pass what the page itself asks for, and adds to each answer what a browser may do with it."""

    def __init__(self, inner: Application, token: str, host: str, port: int) -> None:
        """`host` is the address that is listened at."""
        self._inner, self._token, self._port = inner, token, port
        self._names = names_of(host)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse."""
        if scope["type"] not in ("http", "websocket"):
            return
        why = self._refusal(scope)
        if why:
            await (_close if scope["type"] == "websocket" else _refuse)(why, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name for name, _ in message["headers"]}
                more = [(name.encode(), value.encode()) for name, value in HEADERS.items() if name.encode() not in own]
                message = {**message, "headers": [*message["headers"], *more]}
            await send(message)

        await self._inner(scope, receive, guarded)

    def _refusal(self, scope: Scope) -> str:
        """Why a request is refused; nothing where it is not."""
        headers: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.decode("latin-1").casefold(), []).append(value.decode("latin-1"))
        hosts, origins = headers.get("host", []), headers.get("origin", [])
        if len(hosts) != 1 or not self._is_ours(hosts[0]):
            return "This page is not at home under that name."
        if len(origins) > 1 or any(not self._is_ours(o.removeprefix("http://")) or "://" not in o for o in origins):
            return "Another site asked for this."
        if headers.get("sec-fetch-site", ["none"])[0] not in ("none", "same-origin"):
            return "Another site asked for this."
        if scope["type"] == "websocket" and not origins:
            return "Nobody says which page asks for this."
        first, second = [*str(scope["path"]).split("/")[1:3], "", ""][:2]
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD"):
            kinds = [kind.partition(";")[0].strip() for kind in headers.get("content-type", [])]
            if scope["method"] != "POST" or second != "ask" or kinds != ["application/json"]:
                return "Nothing can be sent here."
            if not origins:
                return "Nobody says which page asks for this."
        if not secrets.compare_digest(first.encode("utf-8", "replace"), self._token.encode()):
            return "Open the whole address that `santy serve` printed: it ends in a token."
        return ""

    def _is_ours(self, host: str) -> bool:
        name, colon, port = host.casefold().rpartition(":")
        if not colon or (port != str(self._port)):
            return False
        return name in self._names or ("*" in self._names and _is_address(name))


def names_of(host: str) -> frozenset[str]:
    """The names by which a listener is called: `*` stands for any address in figures, which no name leads to."""
    address = ipaddress.ip_address(host)
    if address.is_loopback:
        return frozenset(("127.0.0.1", "localhost", "[::1]", _shown(address)))
    own = {_shown(address), socket.gethostname().casefold()}
    return frozenset({*own, "*", "localhost"} if address.is_unspecified else own)


def _shown(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> str:
    return f"[{address}]" if address.version == 6 else str(address)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def plain_headers(kind: str, more: Iterable[tuple[str, str]] = ()) -> list[tuple[bytes, bytes]]:
    """The headers of an answer of ours, by its media type."""
    return [(name.encode(), value.encode()) for name, value in (("content-type", kind), *more)]


async def _refuse(why: str, receive: Receive, send: Send) -> None:
    headers = plain_headers("text/plain; charset=utf-8", HEADERS.items())
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": why.encode()})


async def _close(why: str, receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.close", "code": CLOSED, "reason": why})
