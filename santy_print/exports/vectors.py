"""Vectors: an SVG a face, for lasers and layout programs, in millimetres.

Nothing in it is a reference to something drawn elsewhere, and letters are outlines: few of these programs read all of
SVG, and none of them has our fonts. What is cut is a layer of its own, in the colour that lasers take for a cut.
"""

from __future__ import annotations

from html import escape

from santy_print.diag import plural
from santy_print.exports.job import Job, distinct
from santy_print.faces import Frame
from santy_print.faces.art import path_text, rounded
from santy_print.faces.outlined import outlined
from santy_print.svg import Shared

CUT_LINE = 'fill="none" stroke="#ff0000" stroke-width="0.1"'
NAMESPACES = (
    'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
)


def faces_svg(job: Job) -> None:
    """One SVG a face, cut to its outline; or with the bleed that was asked for around it."""
    frames = distinct(copy for copies in job.parts.values() for copy in copies)
    bleed = job.setup.bleed
    drawn = job.bled(frames, (bleed, bleed), "this export") if bleed else {frame.key: frame for frame in frames}
    made: dict[str, Frame] = {}
    for frame in frames:
        made.setdefault(f"{job.names[frame.key]}.svg", frame)  # faces that look alike have one name
    for name, frame in made.items():
        job.save(name, face_svg(drawn[frame.key], bleed).encode("utf-8"))
    more = f", with {bleed:g} mm bleed" if bleed else ""
    job.notes.append(f"{plural(len(made), 'face')}{more}")


def face_svg(frame: Frame, bleed: float) -> str:
    """A face as a page of its own, with a bleed (mm) on each side: a layer with the picture, one with the cut."""
    shared = Shared(lambda font: "", apart=False)
    edge = rounded(-bleed, -bleed, frame.width + 2 * bleed, frame.height + 2 * bleed) if bleed else frame.outline
    body = shared.cut_to(edge, shared.items(outlined(frame).items))
    wide, high = f"{frame.width + 2 * bleed:.3f}", f"{frame.height + 2 * bleed:.3f}"
    box = f'width="{wide}mm" height="{high}mm" viewBox="{0 - bleed:g} {0 - bleed:g} {wide} {high}"'
    return (
        f'<svg {NAMESPACES} version="1.1" {box} stroke-linecap="round" stroke-linejoin="round">\n'
        f"<title>{escape(frame.alt, quote=False)}</title>\n"
        f"<defs>{shared.defs()}</defs>\n"
        f"{_layer('picture')}>{body}</g>\n"
        f'{_layer("cut")} {CUT_LINE}><path d="{path_text(frame.outline)}"/></g>\n</svg>\n'
    )


def _layer(name: str) -> str:
    """The begin of a group that drawing programs show as a layer of a name."""
    return f'<g id="{name}" inkscape:groupmode="layer" inkscape:label="{name}"'
