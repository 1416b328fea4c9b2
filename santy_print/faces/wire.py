"""Wire: the shapes in which drawings and faces lie in the cache, checked as they are read.

Whoever reads there takes nothing for granted: bytes that are not exactly such a shape are None, and made anew.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import ConfigDict, Discriminator, Field, RootModel, Tag, TypeAdapter, ValidationError

from santy_print.faces.shaping import Way
from santy_print.palette import Pattern

_Value = TypeVar("_Value")

Number = float | int  # as it was written: a whole number stays one
Length = Annotated[float | int, Field(ge=0)]
Colour = Annotated[str, Field(pattern="^#[0-9a-f]{6}$")]
Strings = tuple[str, ...]
Matrix = tuple[Number, Number, Number, Number, Number, Number]
Segment = Annotated[
    tuple[Literal["M", "L"], Number, Number]
    | tuple[Literal["C"], Number, Number, Number, Number, Number, Number]
    | tuple[Literal["Z"]],
    Field(union_mode="left_to_right"),
]
Outline = tuple[Segment, ...]
Dash = tuple[Length, ...]
Hatch = tuple[Pattern, Colour, Annotated[float | int, Field(gt=0.1)]]

Part = Literal["", "line", "lined"]
Share = Annotated[float | int, Field(ge=0, le=1)]
Stops = Annotated[tuple[tuple[Number, Colour, Share], ...], Field(min_length=1)]
Shade = (
    tuple[Literal["line"], tuple[Number, Number, Number, Number], Matrix, Stops, Annotated[int, Field(gt=0, le=200)]]
    | tuple[Literal["circles"], Matrix, Matrix, Stops, Annotated[int, Field(gt=0, le=200)]]
)
Embedded = tuple[str, tuple[Annotated[int, Field(gt=0)], Annotated[int, Field(gt=0)]], Matrix]
Numbers = tuple[Annotated[int, Field(ge=0)], ...]
Seen = tuple[Share, Shade | None, Numbers, Embedded | None]
ArtShape = tuple[Strings, bool, Outline, Colour | None, Colour | None, Length, bool, Dash, Part, Seen | None]
Veil = tuple[Share, Outline | None, bool, tuple[ArtShape, ...] | None]
Art = tuple[str, Length, Length, str, tuple[ArtShape, ...], tuple[Veil, ...]]

Shape = tuple[Literal["s"], Outline, Colour | None, Colour | None, Length, Hatch | None, bool, Dash]
Language = Annotated[str, Field(max_length=40)]
Letters = tuple[Literal["l"], Number, Number, str, Length, Colour, str, Way, Language]
Picture = tuple[Literal["p"], str, Number, Number, Length, Length, bool, Annotated[float | int, Field(gt=0)]]
Paint = tuple[tuple[str, str], ...]
Bands = tuple[tuple[str, Strings], ...]
Drawing = tuple[Literal["d"], str, Paint, Bands, Strings, Strings, Strings, bool]
Group = tuple[Literal["g"], "Items", Matrix, Outline | None]


def _kind(item: Any) -> Any:
    return item[0] if isinstance(item, list | tuple) and item else None


Item = Annotated[
    Annotated[Shape, Tag("s")]
    | Annotated[Letters, Tag("l")]
    | Annotated[Drawing, Tag("d")]
    | Annotated[Group, Tag("g")]
    | Annotated[Picture, Tag("p")],
    Discriminator(_kind),
]


class Items(RootModel[tuple[Item, ...]]):
    """What a group holds: items, and groups among them."""

    model_config = ConfigDict(strict=True, allow_inf_nan=False)


Head = tuple[str, Length, Length, str, Length, Outline | None, Length, int]
Face = tuple[Head, Items]


class _Reader(Generic[_Value]):
    """Reads values of a shape; what that takes is made ready when the first is read."""

    def __init__(self, shape: Any) -> None:
        self._shape = shape

    @cached_property
    def _adapter(self) -> TypeAdapter[_Value]:
        return TypeAdapter(self._shape, config=ConfigDict(strict=True, allow_inf_nan=False))

    def __call__(self, data: bytes) -> _Value | None:
        """A value from JSON; None where it is of another shape."""
        try:
            return self._adapter.validate_json(data)
        except ValidationError:
            return None


read_art: _Reader[Art] = _Reader(Art)
read_face: _Reader[Face] = _Reader(Face)
