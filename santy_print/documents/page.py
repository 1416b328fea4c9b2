"""Page: the Jinja2 templates in `templates/documents`: what stands around the blocks of a document."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from santy_print.documents.blocks import Words, plain
from santy_print.documents.text import fill, underlined
from santy_print.documents.words import Code
from santy_print.pack import data_folder

if TYPE_CHECKING:
    from jinja2.sandbox import SandboxedEnvironment


@cache
def environment(medium: Literal["html", "text"] = "html", folder: Path | None = None) -> SandboxedEnvironment:
    """The sandboxed environment of a medium and of a folder, a game's perhaps; an undefined name is an error.

    What a template for HTML writes is escaped, unless it is code already.
    """
    from jinja2 import FileSystemLoader, StrictUndefined
    from jinja2.sandbox import SandboxedEnvironment as Environment

    built = Environment(
        loader=FileSystemLoader(folder or data_folder("templates") / "documents"),
        undefined=StrictUndefined,
        autoescape=False,
        finalize=_escaped if medium == "html" else _plain,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    built.filters.update(code=Code, fill=fill, underlined=underlined)
    return built


def written(name: str, folder: Path, words: Callable[[Words], Code], values: Mapping[str, Any]) -> str:
    """A page by a template of a game's folder: `Words` are written by `words`, in attributes by the filter `plain`."""
    page = environment("html", folder).overlay(
        finalize=lambda value: words(value) if isinstance(value, Words) else _escaped(value)
    )
    page.filters["plain"] = plain
    return page.get_template(name).render(values)


def _escaped(value: Any) -> Code:
    return value if isinstance(value, Code) else Code(html.escape(str(value)))


def _plain(value: Any) -> str:
    return plain(value) if isinstance(value, Words) else str(value)
