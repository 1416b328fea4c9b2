"""What all tests share: a steady Hypothesis, and no colours or terminals of the machine they run on."""

from __future__ import annotations

import gc
import os
import pkgutil
import time
from hashlib import sha256
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import santy_print
from santy_print.i18n.rows import Room
from santy_print.pack import Pack
from santy_print.text import Locale
from tests.served import WITHOUT
from tests.thinned import shared_out

# Thousands of packs are read and let go: to look for rings among them as often as usual took a sixth of the time.
gc.set_threshold(50_000, 20, 50)

for _module in pkgutil.walk_packages(santy_print.__path__, "santy_print."):
    if not _module.name.endswith("__main__"):  # Hypothesis draws constants from what is imported: that must not grow
        import_module(_module.name)
settings.register_profile("steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("search", deadline=None, max_examples=20_000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("SANTY_HYPOTHESIS", "steady"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden", action="store_true", help="write the goldens of tests/golden/ anew")
    parser.addoption("--seconds", type=float, help="begin no test after so many seconds, and say how many were left")


LEFT = "left for want of time"
_BEGUN = time.monotonic()


def pytest_runtest_setup(item: pytest.Item) -> None:
    seconds = item.config.getoption("--seconds")
    if seconds is not None and time.monotonic() - _BEGUN > seconds:
        pytest.skip(LEFT)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    shared_out(item for item in items if isinstance(item, pytest.Function))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was left out for want of a browser or of time, and how to have it: a dot tells nobody."""
    skipped = terminalreporter.stats.get("skipped", [])
    if any(WITHOUT in str(report.longrepr) for report in skipped):
        terminalreporter.write_line(WITHOUT)
    if left := sum(LEFT in str(report.longrepr) for report in skipped):
        terminalreporter.write_line(f"{left} tests were {LEFT}: `make every` runs them all")


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.getbasetemp() / "config"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("SANTY_CACHE", "off")  # tests neither use nor fill the cache of whoever runs them
    # The tests run beside each other: a command that starts a process for each core of its own only makes them wait.
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0}, raising=False)


def _shared(folder: Path) -> Path:
    """The folder of the whole run, which the processes that share the tests out have in common."""
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


@pytest.fixture
def kept(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which what was found of packs is kept, for tests of what is said, and not of how it is found."""
    folder = _shared(tmp_path_factory.getbasetemp()) / "kept"
    monkeypatch.setenv("SANTY_CACHE", str(folder))
    return folder


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """A deck of one's own, as it is begun."""
    from santy_print.starter import new_of_game

    root = tmp_path / "deck"
    new_of_game(root, "deck")
    return root


_ROOMS: dict[tuple[str, str, str], dict[str, Room]] = {}


@pytest.fixture
def rooms_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Room for texts is measured once for packs of the same files: it takes seconds, and many tests export one."""
    modules = [import_module(f"santy_print.i18n.{name}") for name in ("catalogue", "exchange")]
    measured = modules[0].rooms_of

    def rooms_of(pack: Pack, locale: Locale, code: str = "") -> dict[str, Room]:
        made = sha256()
        for path in sorted(path for root in pack.layers for path in root.rglob("*") if path.is_file()):
            made.update(f"{path.name} {path.stat().st_size}\n".encode() + path.read_bytes())
        key = made.hexdigest(), locale.code, code
        if key not in _ROOMS:
            _ROOMS[key] = measured(pack, locale, code)
        return _ROOMS[key]

    for module in modules:
        monkeypatch.setattr(module, "rooms_of", rooms_of)
