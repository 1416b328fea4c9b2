"""Server: a pack's name in, a page at an address of this machine out, until Ctrl-C.

One process answers (this one), one draws, one checks. All of an address is below its token; all that a page shows comes
through one stream, a WebSocket, of which a browser may have as many as it likes.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from santy_print.checking import folders_of
from santy_print.choices import WrongValue
from santy_print.folders import find_pack
from santy_print.serve.gallery import Wanted
from santy_print.serve.guard import FRAMED, HEADERS, PICTURE, Guard, token_for
from santy_print.serve.hub import Hub
from santy_print.serve.jobs import Done, Lanes, NotDone
from santy_print.serve.pages import Pages
from santy_print.serve.painter import Task
from santy_print.serve.pictures import with_bleed
from santy_print.serve.shown import editor_address
from santy_print.serve.snapshot import Snapshot, difference
from santy_print.serve.watch import Watcher
from santy_print.workers import end_tracker

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route
    from starlette.websockets import WebSocket

PORT, PORTS = 7480, 20
"""The port where none is given, and among how many from there on the first free one is taken."""
MAX_STREAMS = 100
MAX_MESSAGE = 64_000
"""Bytes that a page may send at once."""
MAX_ASKED = 1_000_000
"""Bytes of what a page may ask for once."""
MAX_WANTED = 2_000
MAX_DEPTH = 10
"""How many levels may be nested in what a page asks for: it sends two."""
PATIENCE = 30.0
"""Seconds that a page may take to read what it is sent."""
FOR_GOOD = "private, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class Options:
    """What is served and how: the pack, the port (the first free one from `PORT` on where none is given), the address
    that is listened at, whether files are looked at without waiting for events, the editor that links open, whether
    nobody may save a text.

    `settings` is the user's own folder, `cache` where what was found of packs is kept.
    """

    pack: str
    settings: Path
    cache: Path | None = None
    port: int | None = None
    host: str = "127.0.0.1"
    polling: bool = False
    editor: str = "vscode"
    read_only: bool = False


def serve(options: Options, say: Callable[[str], object], ready: Callable[[str], object]) -> None:
    """Serve until Ctrl-C or SIGTERM; `ready` is given the address, `say` what a person should know.

    PackError where there is no pack, OSError where the port is taken, WrongValue for what cannot be asked for.
    """
    root = find_pack(options.pack)
    task = Task(options.pack, options.cache, editor_address(options.editor), options.settings, options.read_only)
    listener = _listener(options.host, options.port)
    port: int = listener.getsockname()[1]
    token = token_for(root, options.settings)
    shown = f"[{options.host}]" if ":" in options.host else options.host
    if options.host in ("0.0.0.0", "::"):
        shown = socket.gethostname()
    try:
        asyncio.run(_serve(options, task, listener, f"http://{shown}:{port}/{token}/", ready, say))
    finally:
        listener.close()


def _listener(host: str, port: int | None) -> socket.socket:
    """A socket that listens at the port, or at the first free one."""
    try:
        family = socket.getaddrinfo(host, None, flags=socket.AI_NUMERICHOST)[0][0]
    except OSError:
        raise WrongValue(f"`{host}` is no address of figures like 127.0.0.1 or ::1") from None
    ports: Sequence[int] = (port,) if port is not None else (*range(PORT, PORT + PORTS), 0)
    for each in ports:
        listener = socket.socket(family, socket.SOCK_STREAM)
        try:
            if sys.platform != "win32":  # there it would let two programs share a port
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, each))
            listener.listen(128)
            return listener
        except OSError as fault:
            listener.close()
            if each == ports[-1]:
                raise OSError(fault.errno, f"port {each} of {host} cannot be had: {fault.strerror}") from None
    raise AssertionError("there is always a last port")


async def _serve(
    options: Options,
    task: Task,
    listener: socket.socket,
    address: str,
    ready: Callable[[str], object],
    say: Callable[[str], object],
) -> None:
    import uvicorn

    token, port = address.rstrip("/").rpartition("/")[2], listener.getsockname()[1]
    hub, lanes = Hub(task), Lanes(task)
    app = Guard(application(hub, lanes, token), token, options.host, port)
    config = uvicorn.Config(
        app, loop="asyncio", http="h11", ws="wsproto", ws_max_size=MAX_MESSAGE, lifespan="off", log_config=None,
        access_log=False, server_header=False, date_header=False, timeout_graceful_shutdown=1, timeout_keep_alive=60,
    )  # fmt: skip

    class Server(uvicorn.Server):
        """Signals are ours: pages that are open keep nobody waiting."""

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

    server = Server(config)
    loop = asyncio.get_running_loop()
    watcher = Watcher(partial(folders_of, options.pack), lambda: loop.call_soon_threadsafe(hub.saved), options.polling)
    with _ended_by_signals(server):
        hub.start()
        watcher.start()
        try:
            ready(address)
            telling = loop.create_task(_tell_trouble(watcher, say))
            await server.serve([listener])
            telling.cancel()
        finally:
            watcher.stop()
            lanes.end()
            hub.end()
            end_tracker()


async def _tell_trouble(watcher: Watcher, say: Callable[[str], object]) -> None:
    """Say once why the system gives no events."""
    while not watcher.trouble:
        await asyncio.sleep(1)
    say(f"the system tells nothing of saved files ({watcher.trouble}): they are looked at again and again instead")


@contextmanager
def _ended_by_signals(server: Any) -> Iterator[None]:
    """Ctrl-C and SIGTERM end at once: nobody waits for pages that are open."""

    def end(number: int, frame: object) -> None:
        server.should_exit = server.force_exit = True

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = {signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGBREAK", signal.SIGTERM)}
    before = {number: signal.signal(number, end) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


# What is answered


def application(hub: Hub, lanes: Lanes, token: str) -> Starlette:
    """The routes, all below the token."""
    from starlette.applications import Starlette
    from starlette.routing import Mount, Route, WebSocketRoute

    pages = Pages()
    streams: set[object] = set()

    async def page(request: Request) -> Response:
        return _answer(*pages.index(request.headers.get("accept-language", "")))

    async def words(request: Request) -> Response:
        return _answer(*pages.words(request.headers.get("accept-language", "")))

    async def file(request: Request) -> Response:
        return _answer(*pages.file(request.path_params["name"]))

    async def picture(request: Request) -> Response:
        name, _, shown = request.path_params["name"].partition(".")
        packed = hub.pictures.get(name)
        if packed is None or shown not in ("", "bleed"):
            return _answer(None, "")
        packed = gzip.compress(with_bleed(gzip.decompress(packed)), 1) if shown else packed
        return _picture(packed, "gzip" in request.headers.get("accept-encoding", ""))

    async def stream(socket: WebSocket) -> None:
        if len(streams) >= MAX_STREAMS:
            await socket.close(1013)
            return
        streams.add(socket)
        try:
            await _stream(socket, hub)
        finally:
            streams.discard(socket)

    return Starlette(
        routes=[
            Mount(
                f"/{token}",
                routes=[
                    Route("/", page),
                    Route("/words.json", words),
                    Route("/page/{name}", file),
                    Route("/face/{name}.svg", picture),
                    *_job_routes(lanes),
                    WebSocketRoute("/stream", stream),
                ],
            )
        ]
    )


def _job_routes(lanes: Lanes) -> list[Route]:
    """Where jobs are asked for, and where what they made is fetched by pictures and frames."""
    from starlette.routing import Route

    async def asked(request: Request) -> Response:
        given = await _given(request)
        if isinstance(given, NotDone):
            return _outcome(given)
        return _outcome(await lanes.do(request.path_params["name"], given))

    async def made(request: Request) -> Response:
        outcome = await lanes.fetch(request.path_params["job"], request.path_params["name"])
        return _answer(None, "") if isinstance(outcome, NotDone) else _made(outcome)

    return [Route("/made/{job}/{name}", made), Route("/ask/{name}", asked, methods=["POST"])]


def _answer(data: bytes | None, kind: str) -> Response:
    from starlette.responses import Response

    if data is None:
        return Response(b"There is nothing here.", 404, media_type="text/plain")
    return Response(data, media_type=kind, headers={"cache-control": "no-cache", "vary": "accept-language"})


async def _given(request: Request) -> Any:
    """What a page sent with what it asks for, as plain data."""
    from starlette.requests import ClientDisconnect

    data = b""
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > MAX_ASKED:
                return NotDone("that is more than can be asked for at once", status=413)
    except ClientDisconnect:  # whose page was left in the middle of it hears nothing
        return NotDone("", status=400)
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return NotDone("what was sent is no JSON", status=400)
    return value if _is_simple(value) else NotDone("what was sent is nested too deeply, or holds no text", status=400)


def _is_simple(value: Any) -> bool:
    """Whether data can go to another process and back: not deep, and all its texts can be encoded."""
    level = [value]
    for _ in range(MAX_DEPTH):
        deeper: list[Any] = []
        for each in level:
            if isinstance(each, dict):
                deeper += [*each, *each.values()]
            elif isinstance(each, list):
                deeper += each
            elif isinstance(each, str) and not each.isascii() and any("\ud800" <= sign <= "\udfff" for sign in each):
                return False
        if not deeper:
            return True
        level = deeper
    return False


def _outcome(outcome: Done | NotDone) -> Response:
    from starlette.responses import Response

    if isinstance(outcome, NotDone):
        return Response(outcome.data(), outcome.status, media_type="application/json")
    headers = {"cache-control": "no-store"}
    if outcome.name:
        headers["content-disposition"] = f"attachment; filename*=UTF-8''{quote(outcome.name)}"
    return Response(outcome.data, media_type=outcome.kind, headers=headers)


def _made(done: Done) -> Response:
    """What a job made, named by the hash of what is in it: a picture, or a document in a frame of the page."""
    from starlette.responses import Response

    headers = {"cache-control": FOR_GOOD, "content-security-policy": PICTURE}
    if done.kind.startswith("text/html"):
        headers |= FRAMED | ({"content-security-policy": done.policy} if done.policy else {})
    return Response(done.data, media_type=done.kind, headers=headers)


def _picture(packed: bytes, takes_packed: bool) -> Response:
    from starlette.responses import Response

    headers = HEADERS | {"cache-control": FOR_GOOD, "content-security-policy": PICTURE, "vary": "accept-encoding"}
    headers |= {"content-encoding": "gzip"} if takes_packed else {}
    return Response(packed if takes_packed else gzip.decompress(packed), media_type="image/svg+xml", headers=headers)


async def _stream(socket: WebSocket, hub: Hub) -> None:
    """Send a page whatever is new, and hear what it shows, until it is gone."""
    from starlette.websockets import WebSocketDisconnect

    await socket.accept()
    sending = asyncio.create_task(_send(socket, hub))
    hearing = asyncio.create_task(_receive(socket, hub))
    try:
        done, _ = await asyncio.wait((sending, hearing), return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            with suppress(WebSocketDisconnect, OSError, RuntimeError, TimeoutError):
                task.result()
    finally:
        hub.want(socket, None)
        for task in (sending, hearing):
            task.cancel()
        await asyncio.gather(sending, hearing, return_exceptions=True)
        with suppress(Exception):  # it is gone already
            await asyncio.wait_for(socket.close(), 1)


async def _send(socket: WebSocket, hub: Hub) -> None:
    shown = Snapshot()
    while True:
        newest = await hub.newer(shown.number)
        changes = difference(shown, newest)
        if changes or not shown.number:
            message = json.dumps({"begins": not shown.number, "changes": changes}, ensure_ascii=False)
            await asyncio.wait_for(socket.send_text(message), PATIENCE)
        shown = newest


async def _receive(socket: WebSocket, hub: Hub) -> None:
    while True:
        wanted = wanted_of(await socket.receive_text())
        if wanted is None:
            return
        hub.want(socket, wanted)


def wanted_of(message: str) -> Wanted | None:
    """What a page says that it shows; None where it says something else."""
    try:
        value = json.loads(message)
        languages, visible = value["languages"], value["visible"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    both = [languages, visible]
    if not all(isinstance(each, list) and len(each) <= MAX_WANTED for each in both):
        return None
    if not all(isinstance(name, str) for each in both for name in each):
        return None
    return Wanted(tuple(dict.fromkeys(languages)), tuple(dict.fromkeys(visible)))
