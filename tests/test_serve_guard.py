"""Who may ask a served page for what, what it says to browsers, and which words and files it is made of."""

from __future__ import annotations

import asyncio
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from santy_print.serve import pages
from santy_print.serve.guard import HEADERS, Guard, names_of, token_for
from santy_print.serve.jobs import NotDone
from santy_print.serve.server import _given, wanted_of
from santy_print.serve.shown import address
from santy_print.text.templates import counts

TOKEN = "a" * 24
OURS = {"host": "127.0.0.1:7480"}


def asked(path: str, headers: dict[str, str] | list[tuple[str, str]], **more: Any) -> list[Any]:
    """What is answered to a request."""
    sent: list[Any] = []

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    pairs = headers.items() if isinstance(headers, dict) else headers
    raw = [(name.encode(), value.encode()) for name, value in pairs]
    scope = {"type": "http", "method": "GET", "path": path, "headers": raw, **more}
    asyncio.run(Guard(inner, TOKEN, more.get("host", "127.0.0.1"), 7480)(scope, receive, send))
    return sent


OURS_TOO = "http://127.0.0.1:7480"
ASKING = OURS | {"origin": OURS_TOO, "content-type": "application/json"}


def passes(path: str, headers: dict[str, str] | list[tuple[str, str]], **more: Any) -> bool:
    answer = asked(path, headers, **more)[0]
    return answer.get("status") == 200


def test_only_the_page_itself_may_ask() -> None:
    home, asks = f"/{TOKEN}/", f"/{TOKEN}/ask/one"
    assert passes(home, OURS)
    assert passes(asks, ASKING, method="POST")
    assert passes(home, {"host": "LOCALHOST:7480"})
    assert passes(home, OURS | {"origin": "http://127.0.0.1:7480", "sec-fetch-site": "same-origin"})
    refused: list[tuple[str, Any, dict[str, Any]]] = [
        ("/", OURS, {}),
        ("", OURS, {}),
        (f"/{TOKEN[:-1]}/", OURS, {}),
        (f"/{TOKEN}ä/", OURS, {}),
        (home, {}, {}),
        (home, {"host": "127.0.0.1"}, {}),
        (home, {"host": "127.0.0.1:80"}, {}),
        (home, {"host": "evil.example:7480"}, {}),  # DNS rebinding: another's name that leads here
        (home, {"host": "127.0.0.1.evil.example:7480"}, {}),
        (home, {"host": "127.0.0.1:7480@evil.example:7480"}, {}),
        (home, [("host", "127.0.0.1:7480"), ("host", "evil.example")], {}),
        (home, OURS | {"origin": "http://evil.example"}, {}),
        (home, OURS | {"origin": "null"}, {}),
        (home, OURS | {"origin": "https://127.0.0.1:7480"}, {}),
        (home, OURS | {"sec-fetch-site": "cross-site"}, {}),
        (home, OURS | {"sec-fetch-site": "same-site"}, {}),
        (home, OURS, {"method": "POST"}),
        (home, OURS, {"method": "OPTIONS"}),
        (home, ASKING, {"method": "POST"}),
        (asks, OURS | {"origin": OURS_TOO}, {"method": "POST"}),
        (asks, ASKING | {"content-type": "text/plain"}, {"method": "POST"}),  # what a form elsewhere may send
        (asks, OURS | {"content-type": "application/json"}, {"method": "POST"}),
        (asks, ASKING | {"origin": "http://evil.example"}, {"method": "POST"}),
        (asks, ASKING, {"method": "PUT"}),
        (home, {"host": "192.168.1.7:7480"}, {}),
    ]
    assert [case for case in refused if passes(case[0], case[1], **case[2])] == []
    stream = {"type": "websocket"}
    assert passes(f"{home}stream", OURS | {"origin": "http://localhost:7480"}, **stream)
    for headers in (OURS, OURS | {"origin": "http://evil.example"}, {"origin": "http://127.0.0.1:7480"}):
        assert asked(f"{home}stream", headers, **stream)[0]["type"] == "websocket.close"


def test_who_listens_for_others_is_found_by_figures_alone() -> None:
    assert names_of("127.0.0.1") == names_of("::1") == {"127.0.0.1", "localhost", "[::1]"}
    assert "*" in names_of("0.0.0.0")
    assert "*" not in names_of("192.168.1.7")
    home = f"/{TOKEN}/"
    assert passes(home, {"host": "192.168.1.7:7480"}, host="0.0.0.0")
    assert passes(home, {"host": "[fe80::1]:7480"}, host="0.0.0.0")
    assert not passes(home, {"host": "evil.example:7480"}, host="0.0.0.0")


def test_every_answer_forbids_what_the_page_does_not_need() -> None:
    for path in (f"/{TOKEN}/", "/"):
        headers = {name.decode(): value.decode() for name, value in asked(path, OURS)[0]["headers"]}
        assert HEADERS.items() <= headers.items()
    policy = HEADERS["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http:" not in policy


def test_an_address_is_the_same_each_time_and_another_for_each_pack(tmp_path: Path) -> None:
    folder = tmp_path / "settings"
    first = token_for(tmp_path / "deck", folder)
    assert re.fullmatch(r"[\w-]{24}", first)
    assert token_for(tmp_path / "x" / ".." / "deck", folder) == first
    assert token_for(tmp_path / "other", folder) != first
    if os.name == "posix":
        assert (folder / "serve-key").stat().st_mode & 0o077 == 0
    (folder / "serve-key").write_bytes(b"short")
    assert token_for(tmp_path / "deck", folder) != first
    (tmp_path / "file").write_text("")
    assert token_for(tmp_path / "deck", tmp_path / "file") != token_for(tmp_path / "deck", tmp_path / "file")


def test_what_a_page_says_is_taken_for_no_more_than_it_may_be() -> None:
    wanted = wanted_of('{"languages": ["en", "en", "pl"], "visible": ["a"], "more": 1}')
    assert wanted is not None
    assert (wanted.languages, wanted.visible) == (("en", "pl"), ("a",))
    nested = "[" * 100_000
    for said in (
        "",
        "[]",
        "7",
        "{}",
        nested,
        '{"languages": "en", "visible": []}',
        '{"languages": [1], "visible": []}',
    ):
        assert wanted_of(said) is None, said[:40]
    assert wanted_of(json.dumps({"languages": [], "visible": ["x"] * 3_000})) is None


def test_what_cannot_go_to_another_process_is_refused_before_it_does() -> None:
    """Data that nests without end, half a sign of text, and a page that leaves in the middle of asking."""
    from starlette.requests import Request

    def given(*parts: bytes) -> Any:
        messages = [{"type": "http.request", "body": part, "more_body": True} for part in parts]
        messages.append({"type": "http.request"} if parts else {"type": "http.disconnect"})

        async def receive() -> Any:
            return messages.pop(0)

        return asyncio.run(_given(Request({"type": "http", "method": "POST", "headers": []}, receive)))

    assert given(b'{"languages": ["pl"], "text": "', "zażółć 🐙".encode(), b'"}') == {
        "languages": ["pl"],
        "text": "zażółć 🐙",
    }
    for parts in (
        (b'{"a":' * 900, b"1", b"}" * 900),
        (b"[" * 100_000,),
        (b'{"a": ["\\ud800"]}',),
        (b'{"\\udc00": 1}',),
        (),
    ):
        refused = given(*parts)
        assert isinstance(refused, NotDone), parts[:1]
        assert refused.status == 400


@pytest.mark.skipif(os.name == "nt", reason="names of files are no bytes there")
def test_a_file_whose_name_is_no_text_is_linked_all_the_same() -> None:
    link = address("vscode://file{path}:{line}:{column}", Path(os.fsdecode(b'/pack/\xff "<b>.svg')), 2, 3)
    assert link == "vscode://file/pack/%FF%20%22%3Cb%3E.svg:2:3"


# The words and the files


SCRIPTS = sorted(pages.FOLDER.glob("*.js"))


def test_the_page_says_the_same_in_every_language() -> None:
    import babel

    english = pages.words_in("en")
    place = re.compile(r"\{([a-z]+)((?:\|[^{}|]*)*)\}")
    for code in pages.languages():
        words = pages.words_in(code)
        assert words.keys() == english.keys(), code
        forms = len(set(counts(babel.Locale.parse(code))))
        for key, text in words.items():
            found = [(match[1], match[2].count("|")) for match in place.finditer(text)]
            asked_for = {match[1] for match in place.finditer(english[key])}
            assert {name for name, _ in found} == asked_for, (code, key)
            assert all(count in (0, forms) for _, count in found), (code, key)
            assert "{" not in place.sub("", text), (code, key)
    assert len(pages.languages()) == 8


def test_every_word_is_used_and_every_word_used_is_there() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (*SCRIPTS, pages.FOLDER / "index.html"))
    told = set(re.findall(r'data-(?:word|label)="([\w.]+)"', sources))
    told |= set(re.findall(r'["`]((?:\w+)(?:\.[a-z]+)+)["`]', sources))
    families = {re.sub(r"\$\{.*", "", each) for each in re.findall(r"say\(`([^`]+)`", sources)}
    known = pages.words_in("en").keys()
    unknown = {word for word in told if word.split(".")[0] in {k.split(".")[0] for k in known if "." in k}} - known
    assert {word for word in unknown if not word.endswith((".json", ".js"))} == set()
    assert {key for key in known if key not in told and not any(key.startswith(f) for f in families)} == set()


def test_the_reader_is_spoken_to_in_the_language_that_the_browser_names() -> None:
    assert pages.preferred("de-AT,de;q=0.9,en;q=0.5") == "de"
    assert pages.preferred("ja, pl;q=0.3, fr;q=0.7") == "fr"
    assert pages.preferred("fr;q=0, *;q=0.5") == "en"
    assert pages.preferred("") == pages.preferred(";;,,q=") == "en"
    html, kind = pages.Pages().index("uk")
    assert b'<html lang="uk">' in (html or b"")
    assert kind.startswith("text/html")


@pytest.mark.parametrize("path", sorted(pages.FOLDER.iterdir()), ids=lambda path: path.name)
def test_a_file_of_the_page_is_plain_and_fetches_nothing_from_elsewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"(?:https?:)?//(?!www\.w3\.org/2000/svg)[\w.]+\.\w", re.sub(r"(?m)^//.*|\s// .*", "", text))
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|srcdoc", text)
    assert not re.search(r"<script(?! type=\"module\" src=)|\son\w+=\"|<style|\sstyle=", text)


def test_nothing_but_the_files_of_the_page_is_given_out() -> None:
    known = pages.Pages()
    for name in ("main.js", "style.css", "icon.svg", "SantyTitle-Regular.ttf"):
        assert known.file(name)[0]
    for name in ("", ".", "..", "../server.py", "/etc/passwd", "server.py", "main.js/"):
        assert known.file(name) == (None, "")
