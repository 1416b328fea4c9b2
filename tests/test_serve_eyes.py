"""What a page shows of other eyes: the numbers are the check's, the colours those that it judges."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from santy_print.diag import Report
from santy_print.pack import Paint
from santy_print.palette import GREY, LIMITS, check_palette, encode, light_of, linear, nearest
from santy_print.serve.shown import shown_eyes
from santy_print.starter import new_of_game
from tests.served import browser, served

NEAR = {
    "red": Paint(hex="#d62c1f", pattern="plain"),
    "rust": Paint(hex="#b3371f", pattern="dots", accept={"red": "never on one card"}),
    "green": Paint(hex="#5f8f1f", pattern="grid"),
    "blue": Paint(hex="#2a3f8f", pattern="bricks"),
}
PROBE = """([eye, value]) => {
  document.getElementById("probe")?.remove();
  const box = document.createElement("div");
  Object.assign(box, {id: "probe", className: "swatch"}).dataset.eye = eye;
  Object.assign(box.style, {position: "fixed", inset: "0 auto auto 0", width: "40px", height: "40px", border: "0"});
  Object.assign(box.style, {margin: "0", borderRadius: "0", zIndex: 99, backgroundColor: value});
  document.body.append(box);
}"""
"""A spot of a colour in the corner, as an eye sees it."""
WELL = "#state[data-state]:not(.busy)"


def test_a_page_is_told_the_pairs_that_the_check_tells() -> None:
    report = Report()
    check_palette(NEAR, {}, lambda *path, **more: None, report)
    near = [fault for fault in report.items if fault.code == "palette-near"]
    told = {(fault.severity, *fault.message.split("`")[1:4:2]) for fault in near}
    eyes = shown_eyes(NEAR)
    judged: dict[tuple[str, str], set[str]] = {}
    for eye in eyes:
        for pair in eye.short:
            judged.setdefault((pair.one, pair.other), set()).add(pair.judged)
    worst = {pair: "error" if "error" in each else "warning" for pair, each in judged.items()}
    assert {(worst[pair], *pair) for pair, each in judged.items() if each != {"accepted"}} == told
    assert told
    assert [eye.id for eye in eyes] == list(LIMITS)
    assert [(eye.nearest[0].one, eye.nearest[0].other) for eye in eyes] == [(n.one, n.other) for n in nearest(NEAR)]
    for eye in eyes:
        assert [pair.difference for pair in eye.short] == sorted(pair.difference for pair in eye.short)
    (alone, *_) = shown_eyes({"red": NEAR["red"]})
    assert (alone.nearest, alone.short) == ((), ())


def as_seen(colour: str, eye: str) -> tuple[int, ...]:
    """A colour as an eye sees it, in values of sRGB."""
    light = linear(colour)
    rows = light_of(eye)
    return tuple(encode(min(1.0, max(0.0, sum(w * v for w, v in zip(row, light, strict=True))))) for row in rows)


@pytest.mark.long
def test_a_browser_shows_the_colours_that_the_palette_judges(tmp_path: Path) -> None:
    """Each filter makes of a colour what the matrix of the palette makes of it; what is too near is named."""
    from PIL import Image

    root = tmp_path / "deck"
    new_of_game(root, "deck")
    lines = [f'  {name}: {{hex: "{paint.hex}", pattern: {paint.pattern}}}' for name, paint in NEAR.items()]
    with served(root) as pack, browser() as chrome:
        pack.edit("pack.yaml", "\npalette:", "\n".join(["\npalette:", *lines]))
        page = chrome.new_page(viewport={"width": 1280, "height": 800})
        slips: list[str] = []
        page.on("console", lambda line: slips.append(line.text) if line.type == "error" else None)
        page.goto(pack.address + "#eyes")
        page.wait_for_selector("#eyes-palette .paint >> text=rust")
        page.wait_for_selector(WELL, timeout=60_000)
        for eye in (*LIMITS,)[1:]:
            for name, paint in NEAR.items():
                page.evaluate(PROBE, [eye, paint.hex])
                shot = page.screenshot(clip={"x": 10, "y": 10, "width": 10, "height": 10})
                seen = Image.open(io.BytesIO(shot)).convert("RGB").tobytes()[:3]
                want = as_seen(paint.hex, eye)
                assert all(abs(a - b) <= 2 for a, b in zip(seen, want, strict=True)), (eye, name, seen, want)
        page.evaluate("document.getElementById('probe').remove()")
        named = page.locator("#eyes-palette li").all_text_contents()
        assert sum("redrust" in each.replace(" ", "") for each in named) > 1
        assert page.locator("#eyes-palette li.error").count() > 0
        page.select_option("#eyes-tools select >> nth=0", GREY)
        faces = page.locator("#eyes-faces button.face")
        both = faces.count()
        faces.first.focus()
        page.keyboard.press("ArrowRight")  # from a face to the same in grey
        assert page.evaluate("document.activeElement.dataset.eye") == GREY
        page.uncheck("#eyes-tools input")
        assert page.locator("#eyes-faces button.face:not([hidden])").count() * 2 == both
        assert slips == []
