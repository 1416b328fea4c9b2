"""Sandbox: an expression of a stranger in, a value out; it reads what it is given, changes nothing and stays small.

A face layout is data from anybody. So an expression is read into Jinja2's tree first and refused unless all of it is
known here; then it runs with a list of filters, tests and methods, none of which changes anything, and whatever it
makes on the way is measured before it may grow further. `docs/faces.md` tells what there is.

It leans on what Jinja2 3.1 does not promise: its tree, its parser and code generator, what a context is made of. So
`pyproject.toml` has an upper bound, and `tests/test_sandbox.py`, which runs with the lowest version as well, says what.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache, partial, wraps
from itertools import islice
from typing import Any

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError, Undefined, nodes, pass_context
from jinja2.compiler import CodeGenerator, Frame
from jinja2.exceptions import SecurityError
from jinja2.filters import do_round, do_sum
from jinja2.parser import Parser
from jinja2.runtime import Context, LoopContext
from jinja2.sandbox import SandboxedEnvironment

from santy_print.diag import STEERS, PackError, UnreadableError, did_you_mean, foreign

FAULTS = (
    TemplateError, ArithmeticError, TypeError, ValueError, LookupError, AttributeError, RecursionError, MemoryError,
)  # fmt: skip
"""What an expression of a stranger can go wrong with."""
MAX_SOURCE = 4_000
MAX_DEPTH = 40
"""So deep expressions may stand in one another: deeper ones Python's own compiler does not take."""
MAX_CHARACTERS = 20_000
MAX_WEIGHT = 200_000
"""The characters and entries of a list or mapping that an expression makes, with all that is in it."""
MAX_GIVEN = 5_000
"""The same of one argument of a function: a text may say it many times."""
MAX_WHOLE = 10**18
MAX_STEPS = 5_000
"""The rounds of all loops of one value together."""
MAX_DIGITS = 15
MAX_WORK = 300_000
"""The steps of one value: of its expressions each time, of what they look through, of what they make."""
COMPILING = 16
"""The steps that reading one character of an expression takes."""


class _Meter:
    """How many steps all values took, and how many the one at hand may still take."""

    total = 0
    reading = 0
    """Those of `total` that went into reading expressions: each is read once, whoever asks for it first."""
    left = MAX_WORK

    def spend(self, steps: int) -> None:
        """Count steps; SecurityError where a value takes too many."""
        self.total += steps
        self.left -= steps
        if self.left < 0:
            raise SecurityError(f"this takes more than {MAX_WORK:,} steps")

    def read(self, text: str) -> None:
        """Count the steps of reading an expression."""
        self.total += COMPILING * len(text)
        self.reading += COMPILING * len(text)


METER = _Meter()

_PLAIN = frozenset((int, float, bool, type(None)))
_VIEWS: tuple[type[Collection[Any]], ...] = (type({}.keys()), type({}.values()), type({}.items()))
_LISTS: tuple[type[Collection[Any]], ...] = (list, tuple, set, frozenset, *_VIEWS)
_SIZED: tuple[type[Collection[Any]], ...] = (*_LISTS, dict, range)

_NODES = (
    nodes.Template, nodes.Output, nodes.TemplateData, nodes.If, nodes.For, nodes.Assign,
    nodes.Name, nodes.Const, nodes.Tuple, nodes.List, nodes.Dict, nodes.Pair, nodes.Keyword,
    nodes.Getattr, nodes.Getitem, nodes.Slice, nodes.Filter, nodes.Test, nodes.Call, nodes.Compare, nodes.Operand,
    nodes.CondExpr, nodes.Not, nodes.And, nodes.Or, nodes.Neg, nodes.Pos, nodes.Concat,
    nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow,
)  # fmt: skip
FILTERS = tuple(
    """abs capitalize count d default dictsort first float groupby int items join last length list lower map max min
    reject rejectattr replace reverse round select selectattr sort string sum title trim truncate unique upper
    wordcount""".split()  # noqa: SIM905
)
"""All filters there are. None changes what it is given, looks at a clock or throws dice."""
TESTS = tuple(
    """boolean defined divisibleby eq equalto even false float ge greaterthan gt in integer iterable le lessthan lower
    lt mapping ne none number odd sequence string true undefined upper == != > >= < <=""".split()  # noqa: SIM905
)
_OF_TEXTS = frozenset(("capitalize", "lower", "string", "title", "trim", "truncate", "upper", "wordcount"))
"""Filters that write what they are given out as a text first."""
_LOOP = frozenset(
    """index index0 revindex revindex0 first last length depth depth0 previtem nextitem cycle
    changed""".split()  # noqa: SIM905
)
_OF_MAPPINGS = frozenset(("items", "keys", "values", "get"))
_OF_LISTS = frozenset(("index", "count"))


# Bounds


def bounded(made: Any) -> Any:
    """What an expression made, itself; SecurityError where it is too large or no value."""
    kind = type(made)
    if kind is str:
        if len(made) > MAX_CHARACTERS:
            raise SecurityError(f"this makes more than {MAX_CHARACTERS:,} characters")
        METER.spend(len(made) >> 4)
    elif kind is int:
        if not -MAX_WHOLE <= made <= MAX_WHOLE:
            raise SecurityError("this makes a number that is too large")
    elif kind not in _PLAIN and not isinstance(made, Undefined):
        return _bounded(made)
    return made


def _bounded(made: Any) -> Any:
    if isinstance(made, str):
        bounded(str.__str__(made))
        return made
    if isinstance(made, Iterator):  # nothing is left to be done later, where nobody would look
        made = list(islice(made, MAX_WEIGHT))
    weigh(made)
    return made


def weigh(made: Any, room: int = MAX_WEIGHT) -> None:
    """SecurityError where a value has more characters and entries, with all that is in it, than there is room for."""
    left, limit = [made], room
    while left:
        value = left.pop()
        room -= 1
        if type(value) in _PLAIN:
            continue
        if isinstance(value, str):
            room -= len(value)
        elif isinstance(value, Mapping):
            room -= len(value)
            left += [*value.keys(), *value.values()]
        elif isinstance(value, _LISTS):
            room -= len(value)
            left += value
        elif isinstance(value, range):
            room -= len(value)
        elif isinstance(value, Undefined):
            str(value)  # raises with the name that is not known
        else:
            raise SecurityError("this is no text, number, list or mapping")
        if room < 0:
            raise SecurityError(f"this makes more than {limit:,} characters and entries")
    METER.spend((limit - room) >> 2)


def _text(value: Any) -> str:
    """A value written out, where it is no larger than a text may be."""
    if isinstance(value, str):
        return value
    if type(value) not in _PLAIN:
        weigh(value, MAX_CHARACTERS)
    written: str = str(bounded(value))
    return written


def _replace(text: Any, old: Any, new: Any, count: int | None = None) -> str:
    text, old, new = map(_text, (text, old, new))
    times: int = text.count(old) if count is None or count < 0 else min(count, text.count(old))
    if len(text) + times * (len(new) - len(old)) > MAX_CHARACTERS:
        raise SecurityError(f"this makes more than {MAX_CHARACTERS:,} characters")
    made: str = text.replace(old, new, times)
    return made


def _joined(between: Any, values: Iterable[Any]) -> str:
    parts: list[str] = []
    between, size = _text(between), 0
    for value in values:
        parts.append(_text(value))
        size += len(parts[-1]) + len(between)
        if size - len(between) > MAX_CHARACTERS:
            raise SecurityError(f"this makes more than {MAX_CHARACTERS:,} characters")
    return str(between).join(parts)


def _round(number: Any, digits: int = 0, *more: Any) -> Any:
    if abs(digits) > MAX_DIGITS:
        raise SecurityError(f"rounding is for at most {MAX_DIGITS} digits here")
    return do_round(number, digits, *more)


def _sum(environment: Any, values: Iterable[Any], attribute: Any = None, start: Any = 0) -> Any:
    if type(start) not in _PLAIN:
        raise SecurityError("`sum` is for numbers here")
    return do_sum(environment, values, attribute, start)


_sum.jinja_pass_arg = do_sum.jinja_pass_arg  # type: ignore[attr-defined]


@pass_context
def _join(context: Context, values: Iterable[Any], d: Any = "", attribute: Any = None) -> str:
    if attribute is not None:
        values = context.environment.call_filter("map", values, None, {"attribute": attribute}, context)
    return _joined(d, values)


@pass_context
def _counted(context: _Context, values: Iterable[Any], size: int) -> Iterator[Any]:
    """What a loop goes through: it stops where all loops of a value together have gone on for too long."""
    for value in values:
        context.steps += 1
        METER.spend(size)
        if context.steps > MAX_STEPS:
            raise SecurityError(f"the loops in this go round more than {MAX_STEPS:,} times")
        yield value


def _weighed(value: Any) -> Any:
    if isinstance(value, (*_LISTS, Mapping)):
        weigh(value)
    elif isinstance(value, str):
        METER.spend(len(value) >> 4)
    return value


_OF_STRINGS: dict[str, Callable[..., Any]] = {
    **{
        name: getattr(str, name)
        for name in """capitalize casefold count endswith find index isalnum isalpha isdigit islower isupper lower
        lstrip partition removeprefix removesuffix rfind rpartition rsplit rstrip split splitlines startswith strip
        swapcase title upper""".split()  # noqa: SIM905
    },
    "replace": _replace,
    "join": _joined,
}


class ReportedError(Exception):
    """An expression names a value whose fault was told where it stands."""


def _measured(name: str, work: Callable[..., Any], of_texts: bool = False) -> Callable[..., Any]:
    """A filter or test of Jinja2's, whose result is measured, and what it writes out before it does.

    It may take its arguments for granted, and say so in any way: `truncate(2)` is an AssertionError.
    """
    first = 1 if hasattr(work, "jinja_pass_arg") else 0  # after the environment or context that it asks for

    @wraps(work)
    def run(*args: Any, **kwargs: Any) -> Any:
        for value in args[first:]:
            if isinstance(value, str):
                METER.spend(len(value) >> 4)
            elif isinstance(value, _SIZED):
                METER.spend(len(value))
        if of_texts and len(args) > first:
            args = (*args[:first], _text(args[first]), *args[first + 1 :])
        try:
            with foreign():
                made = work(*args, **kwargs)
                if isinstance(made, Iterator):  # nothing is left to be done later, where nobody would look
                    made = list(islice(made, MAX_WEIGHT))
        except UnreadableError as fault:
            if isinstance(fault.__cause__, (*FAULTS, ReportedError, PackError)):
                raise fault.__cause__ from None
            raise SecurityError(f"`{name}` cannot do this: {fault.__cause__}") from fault
        return bounded(made)

    return run


# Reading


def _checked(tree: nodes.Node) -> nodes.Node:
    """A tree itself, its loops counted; TemplateSyntaxError where it holds what is not known here."""
    left: list[tuple[nodes.Node, int]] = [(tree, 0)]
    while left:
        node, depth = left.pop()
        if depth > MAX_DEPTH:
            raise TemplateSyntaxError("there are too many expressions in one another", 1)
        if not isinstance(node, _NODES) or (isinstance(node, nodes.For) and node.recursive):
            raise TemplateSyntaxError(f"`{type(node).__name__.lower()}` is not for expressions here", 1)
        if isinstance(node, nodes.Filter | nodes.Test):
            known = FILTERS if isinstance(node, nodes.Filter) else TESTS
            if node.name not in known:
                kind = type(node).__name__.lower()
                hint = did_you_mean(node.name, known) or "docs/faces.md names them all"
                raise TemplateSyntaxError(f"`{node.name}` is no {kind} known here: {hint}", 1)
        if isinstance(node, nodes.Const) and isinstance(node.value, str) and (char := STEERS.search(node.value)):
            raise TemplateSyntaxError(f"a text in this holds U+{ord(char[0]):04X}, which no text may hold", 1)
        if isinstance(node, nodes.Const) and isinstance(node.value, float) and not math.isfinite(node.value):
            raise TemplateSyntaxError("a number in this is larger than any can be", 1)
        left += [(child, depth + 1) for child in node.iter_child_nodes()]
        if isinstance(node, nodes.For):
            size = nodes.Const(sum(1 for _ in node.find_all(nodes.Node)), lineno=1)
            node.iter = nodes.Filter(node.iter, "_counted", [size], [], None, None, lineno=1)
    for compare in list(tree.find_all(nodes.Compare)):  # after all was looked at: what is put in is no stranger's
        _compared(compare)
    return tree


def _compared(node: nodes.Compare) -> None:
    """Have lists weighed before they are compared with what is no constant: that goes through all that is in them."""
    const = isinstance(node.expr, nodes.Const) or any(isinstance(other.expr, nodes.Const) for other in node.ops)
    if not const or any(other.op in ("in", "notin") for other in node.ops):
        node.expr = _weighing(node.expr)
        for other in node.ops:
            other.expr = _weighing(other.expr)


def _weighing(node: nodes.Expr) -> nodes.Expr:
    return node if isinstance(node, nodes.Const) else nodes.Filter(node, "_weighed", [], [], None, None, lineno=1)


class _Code(CodeGenerator):
    """Jinja2's code, but texts that are put together with `~` are measured, too."""

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:
        """Write `a ~ b`."""
        self.write("environment.concatenated((")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")


class _Unknown(StrictUndefined):
    """What nobody knows: whoever uses it is told so in words, with what may have been meant."""

    __slots__ = ()

    @property
    def _undefined_message(self) -> str:
        name, held = self._undefined_name, self._undefined_obj
        if not isinstance(held, Mapping):
            return f"there is no `{name}` here"
        near = did_you_mean(str(name), [key for key in held if isinstance(key, str)])
        return f"there is no `{name}` here" + (f"; {near}" if near else "")


class _Sandbox(SandboxedEnvironment):
    """Jinja2 for strangers: no attribute of Python's own, nothing that changes anything, no way to a large result."""

    code_generator_class = _Code
    intercepted_binops = frozenset(["+", "*", "**", "%"])

    def __init__(self) -> None:
        super().__init__(undefined=_Unknown, autoescape=False, keep_trailing_newline=True, finalize=_text)
        own = {"replace": _replace, "round": _round, "sum": _sum, "join": _join}
        filters: dict[str, Any] = {name: own.get(name, self.filters[name]) for name in FILTERS}
        self.filters = {name: _measured(name, work, name in _OF_TEXTS) for name, work in filters.items()}
        self.filters |= {"_counted": _counted, "_weighed": _weighed}
        tests: dict[str, Any] = {name: self.tests[name] for name in TESTS}
        self.tests = {name: _measured(name, work) for name, work in tests.items()}
        self.globals = {}

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator == "+":
            return bounded(left + right)
        numbers = isinstance(left, int | float) and isinstance(right, int | float)
        for side in (left, right) if not numbers else ():
            if isinstance(side, Undefined):
                str(side)  # raises with the name that is not known
        if not numbers or (operator == "**" and (abs(right) > 64 or abs(left) > 1e6)):
            raise SecurityError(f"`{operator}` is for numbers of modest size here")
        return bounded(self.binop_table[operator](left, right))

    def concatenated(self, parts: tuple[Any, ...]) -> str:
        """What `~` puts together."""
        return bounded("".join([part if type(part) is str else _text(part) for part in parts]))  # type: ignore[no-any-return]

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`obj.attribute`: what a mapping holds, or else a method known here."""
        if isinstance(obj, Mapping):
            try:
                return obj[attribute]
            except LookupError:
                known = attribute in _OF_MAPPINGS
                return getattr(obj, attribute) if known else self.undefined(obj=obj, name=attribute)
        if isinstance(obj, str):
            method = _OF_STRINGS.get(attribute)
            return partial(method, obj) if method else self.undefined(obj=obj, name=attribute)
        names = _OF_LISTS if isinstance(obj, list | tuple) else _LOOP if isinstance(obj, LoopContext) else ()
        if attribute in names or (attribute in ("grouper", "list") and hasattr(obj, "grouper")):
            return getattr(obj, attribute)
        if isinstance(obj, Undefined):
            str(obj)  # raises with the name that is not known
        return self.undefined(obj=obj, name=attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """`obj[argument]`."""
        try:
            return obj[argument]
        except (TypeError, LookupError):
            found = isinstance(argument, str) and not isinstance(obj, Mapping)
            return self.getattr(obj, argument) if found else self.undefined(obj=obj, name=argument)

    def call(__self, __context: Any, __work: Any, *args: Any, **kwargs: Any) -> Any:
        """A call; what a function is given is measured, since a text may say it many times."""
        for refused in (
            "_loop_vars",
            "_block_vars",
        ):  # by Jinja2, inside a loop, to functions that ask for its context
            kwargs.pop(refused, None)
        looked = getattr(getattr(__work, "func", None), "__name__", "") and __work.args[0]
        METER.spend(len(looked) >> 4 if isinstance(looked, str) else 4)
        for value in (*args, *kwargs.values()):
            kind = type(value)
            if kind is str:
                if len(value) > MAX_GIVEN:
                    raise SecurityError(f"a function takes at most {MAX_GIVEN:,} characters")
            elif kind is list or kind is tuple:
                weigh(value, MAX_GIVEN)
        return bounded((_own_round if __work is round else __work)(*args, **kwargs))


def _own_round(number: Any, digits: int | None = None) -> Any:
    if digits is not None and abs(digits) > MAX_DIGITS:
        raise SecurityError(f"rounding is for at most {MAX_DIGITS} digits here")
    return round(number, digits)


ENVIRONMENT = _Sandbox()
_EVALUATION = nodes.EvalContext(ENVIRONMENT)
_SIMPLE = re.compile(r"\s*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*", re.ASCII)
_NO_NAMES = frozenset(
    """true false none True False None not and or in is if elif else for self super caller loop varargs
    kwargs""".split()  # noqa: SIM905
)
"""What Jinja2 takes for something else than a name of the scope's, at the beginning of an expression."""
MAX_NAMES = 8
_WHOLE = re.compile(r"\s*\{\{((?:(?!\}\}|\{\{).)*)\}\}\s*", re.DOTALL)


# Running


class _Context(Context):
    """A Jinja2 context without what only whole templates need; what is the same in all stands here, not in each."""

    environment, name, eval_ctx = ENVIRONMENT, None, _EVALUATION
    blocks, globals_keys = {}, set()
    exported_vars = set()  # written by an expression, read by none, emptied after each
    steps = 0

    def __init__(self, scope: dict[str, Any]) -> None:
        """Know the names of a scope and nothing else."""
        self.parent, self.vars = scope, {}


class Scope(dict[str, Any]):
    """What expressions may name.

    It is made once for many of them, since making a Jinja2 context takes longer than most expressions do.
    """

    __slots__ = ("_context",)
    _context: Context

    @property
    def context(self) -> Context:
        """The scope as Jinja2 knows it; nothing but the scope's own names is known in it."""
        try:
            made: Context = self._context
        except AttributeError:
            made = self._context = _Context(self)
        return made


Evaluate = Callable[[Mapping[str, Any]], Any]


@lru_cache(maxsize=8192)
def compiled(text: str) -> Evaluate | str:
    """A value as written: itself where it is constant, else a function of the scope.

    TemplateError where it cannot be read.
    """
    if "{{" not in text and "{%" not in text:
        return text
    whole = _WHOLE.fullmatch(text)
    if whole:
        return expression(whole[1])
    render = _code(text, lambda: ENVIRONMENT.parse(text))

    def value(context: Context) -> str:
        return _joined("", render(context))

    return partial(_run, value, len(text) >> 2)


@lru_cache(maxsize=8192)
def expression(text: str) -> Evaluate:
    """A bare expression as a function of the scope."""
    if (names := _names(text)) is not None:
        METER.read(text)
        return partial(_looked_up, names[0], names[1:], len(text) >> 2)
    kept: list[bool] = []

    def parse() -> nodes.Template:
        parser = Parser(ENVIRONMENT, text, state="variable")
        made = parser.parse_expression()
        if not parser.stream.eos:
            raise TemplateSyntaxError("there is more here than one expression", 1)
        kept.append(isinstance(made, nodes.Name | nodes.Getattr | nodes.Getitem))
        return nodes.Template([nodes.Assign(nodes.Name("value", "store"), made, lineno=1)], lineno=1)

    render = _code(text, parse)
    only_read = kept[0]  # what the game holds is as large as it is, and was measured when it was read

    def value(context: Context) -> Any:
        for _ in render(context):
            pass
        return _made(context.vars["value"], only_read)

    return partial(_run, value, len(text) >> 2)


def _names(text: str) -> list[str] | None:
    """The names in an expression that is no more than `name` or `name.of.what`, which needs no code of its own."""
    simple = _SIMPLE.fullmatch(text)
    names = simple[1].split(".") if simple else []
    return names if 0 < len(names) <= MAX_NAMES and names[0] not in _NO_NAMES else None


def _looked_up(name: str, attributes: list[str], steps: int, scope: Mapping[str, Any]) -> Any:
    """What a name stands for in a scope, and what is known of it by other names."""
    METER.left = MAX_WORK
    METER.spend(steps)
    made = scope[name] if name in scope else ENVIRONMENT.undefined(name=name)
    for attribute in attributes:
        made = ENVIRONMENT.getattr(made, attribute)
    return _made(made, only_read=True)


def _made(made: Any, only_read: bool) -> Any:
    """What an expression made; what was only read is as large as it was before."""
    if isinstance(made, Undefined):
        str(made)  # raises with the name that is not known
    if type(made) is str or (only_read and isinstance(made, Mapping | list | tuple)):
        return made
    return bounded(made)


def _code(text: str, parse: Callable[[], nodes.Node]) -> Callable[[Context], Iterator[str]]:
    """What runs an expression; TemplateSyntaxError where it cannot be read, is too long, or holds what is not known."""
    if len(text) > MAX_SOURCE:
        raise TemplateSyntaxError(f"an expression has at most {MAX_SOURCE:,} characters", 1)
    try:
        METER.read(text)
        made = ENVIRONMENT.from_string(_checked(parse()))  # type: ignore[arg-type]
    except (RecursionError, MemoryError, OverflowError, SyntaxError) as fault:
        raise TemplateSyntaxError("there are too many expressions in one another", 1) from fault
    return made.root_render_func


def _run(work: Callable[[Context], Any], steps: int, scope: Mapping[str, Any]) -> Any:
    """Evaluate in a scope and leave nothing behind in it."""
    METER.left = MAX_WORK
    METER.spend(steps)
    context = scope.context if isinstance(scope, Scope) else Scope(scope).context
    try:
        return work(context)
    finally:
        context.vars.clear()
        context.exported_vars.clear()
        context.steps = 0  # type: ignore[attr-defined]
