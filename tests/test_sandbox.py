"""Expressions of a stranger: they read and reckon, change nothing, and cannot make anything large."""

from __future__ import annotations

import copy
import re
import tomllib
import tracemalloc
from contextlib import suppress
from importlib.metadata import version
from inspect import signature
from pathlib import Path
from typing import Any

import jinja2
import jinja2.compiler
import jinja2.nodes
import jinja2.parser
import jinja2.runtime
import jinja2.sandbox
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import StrictUndefined
from jinja2.filters import FILTERS as JINJAS

from santy_print.faces import sandbox
from santy_print.faces.sandbox import FAULTS, FILTERS, TESTS, Scope, compiled, expression

DATA: dict[str, Any] = {
    "item": {"id": "x", "list": [3, 1, 2], "colours": {"hull": "red", "sails": "blue"}, "pop": "a field"},
    "all": {"ships": [{"id": "viper"}, {"id": "royal"}]},
}
LONG = "'" + "a" * 3_000 + "'"


def scope(**more: Any) -> Scope:
    functions = {
        "range": lambda *a: range(*a)[:500], "round": round, "max": max,
        "t": lambda key, **values: key.join("ab" * 9_000),
    }  # fmt: skip
    return Scope({**copy.deepcopy(DATA), **functions, **more})


def run(text: str, known: Scope) -> Any:
    made = compiled(text)
    return made if isinstance(made, str) else made(known)


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("{{ item.colours.hull }}, {{ item['id'] }}", "red, x"),
        ("{{ item.pop }}", "a field"),
        ("{{ item.list | sort | join(', ') }}", "1, 2, 3"),
        ("{{ all.ships | map(attribute='id') | list }}", ["viper", "royal"]),
        ("{{ range(3) | map('string') }}", ["0", "1", "2"]),
        ("{{ item.list | sum + 2 ** 3 }}", 14),
        ("{{ 'Viper'.replace('V', 'v') ~ 1.5 ~ [1] }}", "viper1.5[1]"),
        ("{% for k, v in item.colours.items() %}{{ loop.index }}{{ k }}{{ ', ' if not loop.last }}{% endfor %}",
         "1hull, 2sails"),
        ("{% set n = 2 %}{% for a in range(n) %}{% for b in range(max(2, n)) %}{{ a }}{{ b }} {% endfor %}{% endfor %}",
         "00 01 10 11 "),
        ("{{ round(2.567, 1) }}", 2.6),
        ("{{ item.colours.get('plate', 'none') }}", "none"),
        ("{{ item.nothing is defined }}", False),
    ],
)  # fmt: skip
def test_what_expressions_can_do(text: str, made: Any) -> None:
    assert run(text, scope()) == made


CHANGES = [
    "{{ all.ships.pop().id }}", "{{ item.clear() }}", "{{ item.list.append(4) }}", "{{ item.list.sort() }}",
    "{{ item.update(id='y') }}", "{{ item['update'](id='y') }}", "{{ item.setdefault('a', 1) }}",
    "{{ item | attr('clear') }}", "{{ [item.list] | map('attr', 'clear') | list }}", "{{ item.list.__iadd__([1]) }}",
    "{% set item.id = 'y' %}", "{% for item.id in ['y'] %}{% endfor %}", "{% do item.clear() %}",
]  # fmt: skip
GROWS = [
    "{{ '%3000000000d' | format(1) }}", "{{ 'a' | center(3000000000) }}", "{{ item.id | center(800000000) }}",
    "{{ '{:3000000000}'.format(1) }}", "{{ '{x:3000000000}'.format_map({'x': 1}) }}", "{{ item.id.ljust(300000000) }}",
    "{{ item.id.zfill(300000000) }}", "{{ '\\t'.expandtabs(3000000000) }}", "{{ 'a' * 100000000 }}",
    "{{ [1] * 100000000 }}", "{{ 100000000 * (1,) }}", "{{ 2 ** 100000000 }}", "{{ '%999999999d' % 1 }}",
    "{{ item | tojson(indent=3000000000) }}", "{{ item.id | indent(300000000, true) }}", "{{ 1 | pprint }}",
    "{{ 1.5 | round(100000000) }}", "{{ 1 | round(300000000, 'ceil') }}", "{{ round(1, -1000000000) }}",
    "{{ range(500) | batch(3000000000, 'x') | list }}", "{{ [1] | slice(1000000000) | list }}",
    "{{ [[1], [2]] | sum(start=[]) }}", "{{ 9 ** 17 * 9 ** 17 }}", f"{{{{ 0x{'f' * 3000} }}}}",
    f"{{{{ {LONG}.replace('a', {LONG[:900]}') }}}}", f"{{{{ {LONG} | replace('a', {LONG[:900]}') }}}}",
    f"{{{{ {LONG} | list | join({LONG[:900]}') }}}}", f"{{{{ {LONG[:900]}'.join({LONG}) }}}}",
    f"{{% for a in range(500) %}}{{{{ {LONG} }}}}{{% endfor %}}",
    "{% for a in range(500) %}{% for b in range(500) %}{% for c in range(500) %}{% endfor %}{% endfor %}{% endfor %}",
    "{{ big + big + big + big + big + big }}", "{{ big ~ big ~ big ~ big ~ big ~ big }}", "{{ t(big) }}",
    "{{ t('a', n=big) }}", "{{ t('a') }}", "{{ [big, big, big, big, big, big] | string }}", "{{ wide }} x",
    "{{ [wide, wide] }}", "{{ wide ~ '' }}", "{{ wide | join }}", "{{ wide | upper }}", "{{ max([wide, wide]) }}",
]  # fmt: skip
DEEP = [
    "{{ " + "(" * 1_500 + "1" + ")" * 1_500 + " }}", "{{ " + "-" * 1_500 + "1 }}", "{{ " + "1+" * 1_500 + "1 }}",
    "{{ " + "not " * 900 + "1 }}", "{{ " + "[" * 99 + "]" * 99 + " }}", "{{ 1" + " | string" * 300 + " }}",
    "{% if 1 %}" * 60 + "x" + "{% endif %}" * 60, "{% for a in [1] %}" * 30 + "x" + "{% endfor %}" * 30,
    "{{ '" + "x" * 4_000 + "' }}",
]  # fmt: skip
FOREIGN = [
    "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "{% for a in [1] recursive %}{{ loop(a) }}{% endfor %}",
    "{% include 'x' %}", "{% import 'x' as y %}", "{% extends 'x' %}", "{% block b %}{% endblock %}",
    "{% filter upper %}a{% endfilter %}", "{% call t() %}{% endcall %}", "{% set x %}a{% endset %}",
    "{% with a = 1 %}{% endwith %}", "{% autoescape true %}{% endautoescape %}", "{{ self }}", "{{ lipsum() }}",
    "{{ cycler(1) }}", "{{ namespace() }}", "{{ dict() }}", "{{ ''.__class__ }}", "{{ t.__globals__ }}",
    "{{ item | map(attribute='__class__') | list }}", "{{ item.list | random }}", "{{ 'a'.encode() }}",
    "{{ t }}", "{{ item.items }}", "{{ [t] }}", "{{ item.list.nope }}", "{{ [item.nope] }}", "{{ (0 - 8) ** 0.5 }}",
    "{{ 1 is callable }}", "{{ 'upper' is filter }}", "{{ item.list() }}", "{{ loop.index }}",
    "{{ 1e999 }}", "{{ -1e999 }}", "{{ [1, {'a': 1e999}] }}", "{{ 1e999 - 1e999 }}",
]  # fmt: skip


@pytest.mark.parametrize("text", CHANGES + GROWS + DEEP + FOREIGN, ids=lambda text: str(text)[:50])
def test_what_they_cannot(text: str) -> None:
    """Each is a fault that is told, in little memory; nothing that the game holds is another afterwards."""
    known = scope(big="b" * 6_000, wide=["b" * 19_000] * 11)
    before = copy.deepcopy({name: known[name] for name in DATA})
    tracemalloc.start()
    try:
        with pytest.raises(FAULTS) as caught:
            run(text, known)
        used = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert not isinstance(caught.value, MemoryError)
    assert used < 16_000_000
    assert {name: known[name] for name in DATA} == before


@pytest.mark.parametrize("field", ["items", "keys", "values", "get", "copy", "pop", "update"])
def test_a_field_may_be_called_like_a_method(field: str) -> None:
    item = {"id": "a", field: "mine"}
    assert compiled(f"{{{{ item.{field} }}}}")({"item": item}) == "mine"  # type: ignore[operator]
    assert compiled(f"{{{{ item.{field} ~ '!' }}}}")({"item": item}) == "mine!"  # type: ignore[operator]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("item.cots", "there is no `cots` here; did you mean `cost`?"),
        ("item['cots'] ~ 'x'", "there is no `cots` here; did you mean `cost`?"),
        ("item.zzz", "there is no `zzz` here; known here: `id`, `cost`"),
        ("itme.cost", "there is no `itme` here"),
        ("item.id.nothing", "there is no `nothing` here"),
    ],
)
def test_what_nobody_knows_is_said_with_what_was_meant(text: str, said: str) -> None:
    with pytest.raises(FAULTS) as raised:
        expression(text)({"item": {"id": "a", "cost": 1}})
    assert str(raised.value) == said


def test_nothing_is_left_to_be_done_where_nobody_looks() -> None:
    """A filter that works when it is asked would raise its fault, or grow, where a layout takes the value."""
    with pytest.raises(FAULTS):
        expression("['a'] | map(attribute='nope') | map('upper')")(scope())
    assert isinstance(expression("item.list | select('odd')")(scope()), list)


def test_values_that_name_values_do_not_add_up() -> None:
    threefold = expression("[made, made, made]")
    made: Any = "0123456789"
    for _ in range(8):
        made = threefold(scope(made=made))
    with pytest.raises(FAULTS, match="more than"):
        threefold(scope(made=made))


def test_no_filter_is_known_that_was_not_thought_about() -> None:
    assert set(FILTERS) <= set(JINJAS)
    assert set(sandbox.ENVIRONMENT.filters) == {*FILTERS, "_counted", "_weighed"}
    assert set(sandbox.ENVIRONMENT.tests) == set(TESTS)
    assert sandbox.ENVIRONMENT.globals == {}
    with pytest.raises(FAULTS, match="no filter known here"):
        compiled("{{ item.list | _counted }}")


def test_the_document_names_all_filters_tests_and_methods() -> None:
    text = (Path(__file__).parent.parent / "docs" / "faces.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (filters|tests|of a text|of a mapping|of a list) \| (.*?) \|$", text, re.MULTILINE))
    told = {row: set(re.findall(r"`([^`]+)`", cell)) for row, cell in rows.items()}
    assert told["filters"] == set(FILTERS)
    assert told["tests"] == {name for name in TESTS if name[0].isalpha()}
    assert told["of a text"] == set(sandbox._OF_STRINGS)
    assert told["of a mapping"] == sandbox._OF_MAPPINGS
    assert told["of a list"] == sandbox._OF_LISTS


WORDS = st.lists(
    st.sampled_from(
        """item all .ships .list .id .pop() .clear() .items() .colours [0] ['id'] [1:] | ( ) + * ** ~ - / % , [ ] { }
        : 1 9999999 'a' '%d' list join('a') map('upper') map(attribute='id') replace('a','aa') sum length round(3) in is
        not and or if else defined string t('a') range(99) round(1,2) max( {{ }} {%_for_a_in %} {%endfor%} {%if 1%}
        {%endif%} format center(9) tojson sort reverse unique groupby('id') dictsort first last default([])""".split()  # noqa: SIM905
    ),
    max_size=14,
).map(" ".join)


@given(WORDS)
def test_whatever_is_written_is_a_value_or_a_fault(text: str) -> None:
    known = scope()
    before = copy.deepcopy({name: known[name] for name in DATA})
    for source in (text, f"{{{{ {text} }}}}"):
        with suppress(*FAULTS):
            sandbox.bounded(run(source, known))
    assert {name: known[name] for name in DATA} == before


NAMED = {
    "item": {"a": 1, "b": {"c": "x", "items": 3}, "l": [1, 2], "_x": 5},
    "value": "v",
    "gone": sandbox.ENVIRONMENT.undefined(name="there"),
    "told": StrictUndefined(exc=sandbox.ReportedError),  # type: ignore[arg-type]
    "text": "text",
    "range": range(3),
    "true": 9,
    "self": 3,
    "loop": 7,
    "large": 10**19,
    "work": len,
    "set": {1, 2},
}
SIMPLE = """item item.a item.b.c item.b.items item.b.keys item.l item.l.index item._x item.__class__ item.q item.q.r
value value.x gone gone.x told told.x text text.upper text.q range range.count true self self.x loop large work work.x
set none not and if for nobody nobody.x super caller item.if item.not item.true block
item.b.c.d.e.f.g.h.i.j""".split()  # noqa: SIM905


@pytest.mark.parametrize("text", [*SIMPLE, " item . a ", "item.a "])
def test_a_name_alone_is_looked_up_as_any_expression_is(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def ran() -> tuple[str, int]:
        sandbox.expression.cache_clear()
        before = sandbox.METER.total
        try:
            said = repr(sandbox.expression(text)(dict(NAMED)))
        except (*FAULTS, sandbox.ReportedError) as fault:
            said = f"{type(fault).__name__}: {fault}"
        return re.sub(" at 0x[0-9a-f]+", "", said), sandbox.METER.total - before

    quick = ran()
    monkeypatch.setattr(sandbox, "_names", lambda text: None)
    assert quick == ran()


def test_what_is_leant_on_in_jinja_is_as_it_was_found() -> None:
    """None of it is promised: another version may have it otherwise, and the upper bound waits for this test."""
    environment = jinja2.Environment()
    own = set(vars(sandbox._Context)) | set(vars(sandbox._Context({})))
    assert set(vars(jinja2.runtime.Context(environment, {}, "x", {}))) <= own, "a context is made of other things"
    parser = jinja2.parser.Parser(environment, "a ~ b", state="variable")
    tree = parser.parse_expression()
    assert isinstance(tree, jinja2.nodes.Concat)
    assert parser.stream.eos
    assert tree.fields == ("nodes",)
    assert list(signature(jinja2.compiler.CodeGenerator.visit_Concat).parameters)[:3] == ["self", "node", "frame"]
    assert jinja2.Environment.code_generator_class is jinja2.compiler.CodeGenerator
    assert jinja2.sandbox.SandboxedEnvironment.intercepted_binops == frozenset()
    context = sandbox.Scope(a=1).context
    made = jinja2.Environment.from_string(sandbox.ENVIRONMENT, jinja2.nodes.Template([], lineno=1))  # type: ignore[arg-type]
    assert list(made.root_render_func(context)) == []
    assert isinstance(vars(jinja2.runtime.Undefined)["_undefined_message"], property)
    assert {"_undefined_name", "_undefined_obj"} <= set(vars(jinja2.runtime.Undefined))
    assert sandbox.expression("a + 1")(sandbox.Scope(a=1)) == 2
    assert sandbox.compiled("{{ a ~ 'b' }}")(sandbox.Scope(a=1)) == "1b"  # type: ignore[operator]


def test_the_bounds_of_jinja_hold_what_is_installed() -> None:
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (bounds,) = (each for each in project["dependencies"] if each.startswith("jinja2"))
    lowest, above = re.fullmatch(r"jinja2>=([\d.]+),<([\d.]+)", bounds).groups()  # type: ignore[union-attr]
    numbers = [tuple(map(int, each.split("."))) for each in (lowest, version("jinja2"), above)]
    assert numbers[0] <= numbers[1] < numbers[2]
