"""Files appear whole or not at all, whatever stops the writer."""

from __future__ import annotations

import errno
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from santy_print.output import explain, staged, sweep, try_writing, write_atomic

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs the signals and locks of POSIX")


def names(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def test_write_atomic_makes_folders_and_replaces(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "f.txt"
    assert write_atomic(path, "one\n") == path
    write_atomic(path, b"two\n")
    assert path.read_bytes() == b"two\n"
    assert names(tmp_path) == ["a/b/f.txt"]


@posix
def test_a_new_file_has_the_usual_mode_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    path = tmp_path / "f"
    umask = os.umask(0o022)
    try:
        write_atomic(path, "x")
        assert path.stat().st_mode & 0o777 == 0o644
        path.chmod(0o600)
        write_atomic(path, "y")
        assert path.stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(umask)


@posix
def test_a_link_is_followed_and_a_pipe_is_written_to(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    write_atomic(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"
    os.mkfifo(tmp_path / "pipe")
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append((tmp_path / "pipe").read_text()))
    reader.start()
    write_atomic(tmp_path / "pipe", "through")
    reader.join()
    assert got == ["through"]


@posix
def test_standard_output_is_written_to() -> None:
    code = "from santy_print.output import write_atomic; write_atomic('/dev/stdout', 'through')"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "through"


def test_a_fault_before_the_rename_leaves_the_old_file_and_no_temporary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "f"
    path.write_text("old")

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space") as caught:
        write_atomic(path, "new")
    assert explain(caught.value) == f"{path}: the disk is full"
    assert path.read_text() == "old"
    assert names(tmp_path) == ["f"]


def test_staged_files_appear_together_in_their_order(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with staged(out) as stage:
        assert stage.write("en/cards.pdf", b"cards") == out / "en" / "cards.pdf"
        stage.path("en/by-a-library.pdf").write_bytes(b"library")
        stage.write("manifest.json", "{}")
        assert stage.names == ("en/cards.pdf", "en/by-a-library.pdf", "manifest.json")
        assert not (out / "en").exists()
    assert names(tmp_path) == ["out/en/by-a-library.pdf", "out/en/cards.pdf", "out/manifest.json"]
    assert (out / "en/by-a-library.pdf").read_bytes() == b"library"


@pytest.mark.parametrize("fault", [ValueError, KeyboardInterrupt, SystemExit])
def test_nothing_appears_where_the_block_fails(tmp_path: Path, fault: type[BaseException]) -> None:
    (tmp_path / "f").write_text("old")

    def build(folder: Path) -> None:
        with staged(folder) as stage:
            stage.write("f", "new")
            raise fault

    for folder in (tmp_path, tmp_path / "new" / "deep"):
        with pytest.raises(fault):
            build(folder)
    assert (tmp_path / "f").read_text() == "old"
    assert list(tmp_path.iterdir()) == [tmp_path / "f"]


def test_a_file_promised_but_not_written_stops_everything(tmp_path: Path) -> None:
    def build() -> None:
        with staged(tmp_path) as stage:
            stage.write("a", "a")
            stage.path("b")

    with pytest.raises(FileNotFoundError) as caught:
        build()
    assert caught.value.filename == str(tmp_path / "b")
    assert names(tmp_path) == []


@pytest.mark.parametrize("name", ["/etc/x", "../x", "a/../../x", "", "a\\b"])
def test_names_stay_inside_the_folder(tmp_path: Path, name: str) -> None:
    with staged(tmp_path) as stage, pytest.raises(ValueError, match="plain relative"):
        stage.write(name, "x")


def test_obstacles_are_found_before_the_first_rename(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()

    def build(last: str) -> None:
        with staged(tmp_path) as stage:
            stage.write("a", "a")
            stage.write(last, "b")

    with pytest.raises(IsADirectoryError) as caught:
        build("b")
    assert explain(caught.value) == f"{tmp_path / 'b'}: a folder stands where a file should"
    (tmp_path / "c").write_text("file")
    with pytest.raises((NotADirectoryError, FileExistsError)):
        build("c/d")
    assert names(tmp_path) == ["c"]


def test_what_cannot_be_written_is_known_before_and_a_trial_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "folder").mkdir()
    for path, folder in (("file", False), ("new", False), ("a/b/new", False), ("folder", True), ("c/d", True)):
        try_writing(tmp_path / path, folder)
    for path, folder, why in (
        ("folder", False, "a folder stands where a file should"),
        ("file", True, "a file stands where a folder should"),
        ("file/x", False, "a file stands where a folder should"),
        ("file/x/y", True, "a file stands where a folder should"),
        ("a" * 300, False, "the name is too long"),
    ):
        with pytest.raises(OSError, match=re.escape(str(tmp_path))) as caught:
            try_writing(tmp_path / path, folder)
        assert explain(caught.value).endswith(f": {why}")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "folder"]


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="a system without such folders")
def test_a_folder_of_the_system_s_own_takes_no_file_and_nobody_waits_for_it() -> None:
    for write in (try_writing, lambda path: write_atomic(path, "x")):
        with pytest.raises(OSError, match="santy-none"):
            write(Path("/proc/santy-none"))
    try_writing(os.devnull)


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("x")
    for folder in (tmp_path / "out", tmp_path / "out" / "deeper"):
        with pytest.raises(NotADirectoryError) as caught, staged(folder):
            pass
        assert explain(caught.value).endswith(": a file stands where a folder should")
    with pytest.raises(NotADirectoryError):
        write_atomic(tmp_path / "out" / "f", "x")
    with pytest.raises(IsADirectoryError):
        write_atomic(tmp_path, "x")
    assert (tmp_path / "out").read_text() == "x"


def as_anybody() -> None:
    """In a child about to begin: may no more than the rights of files say, even as root."""
    if os.geteuid() == 0:
        import ctypes

        drop, overriding, searching = 24, 1, 2  # PR_CAPBSET_DROP; CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
        for right in (overriding, searching):
            assert ctypes.CDLL(None).prctl(drop, right, 0, 0, 0) == 0


@posix
def test_a_folder_that_may_not_be_written_to(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    code = (
        "import sys; from santy_print.output import explain, write_atomic\n"
        "try:\n    write_atomic(sys.argv[1], 'x')\n"
        "except PermissionError as fault:\n    print(explain(fault))\n"
    )
    try:
        command = [sys.executable, "-c", code, str(tmp_path / "f")]
        ran = subprocess.run(command, capture_output=True, text=True, check=True, preexec_fn=as_anybody)
    finally:
        tmp_path.chmod(0o755)
    assert ran.stdout == f"{tmp_path / 'f'}: you may not write there\n"
    assert names(tmp_path) == []


@posix
def test_the_dead_are_swept_and_the_living_are_not(tmp_path: Path) -> None:
    dead = tmp_path / ".santy-0123456789ab.stage"
    (dead / "en").mkdir(parents=True)
    (dead / "en" / "x.pdf").write_text("half")
    (tmp_path / ".santy-0123456789ab.tmp").write_text("half")
    (tmp_path / ".santyrc").write_text("not ours")
    with staged(tmp_path) as stage:
        stage.write("a", "a")
        sweep(tmp_path)
        with staged(tmp_path) as other:
            other.write("b", "b")
    assert names(tmp_path) == [".santyrc", "a", "b"]


LIMITED = """
import resource, sys
from santy_print.output import explain, staged, write_atomic
resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))
try:
    if sys.argv[2] == "one":
        write_atomic(sys.argv[1] + "/f", b"n" * 100_000)
    else:
        with staged(sys.argv[1]) as stage:
            stage.write("a", b"n")
            stage.write("f", b"n" * 100_000)
except OSError as fault:
    sys.exit(explain(fault))
"""


@posix
@pytest.mark.parametrize("how", ["one", "many"])
def test_a_disk_that_fills_up(tmp_path: Path, how: str) -> None:
    (tmp_path / "f").write_text("old")
    run = subprocess.run(
        [sys.executable, "-c", LIMITED, str(tmp_path), how], capture_output=True, text=True, check=False
    )
    assert run.stderr.strip() == f"{tmp_path / 'f'}: the file is larger than the system allows"
    assert names(tmp_path) == ["f"]
    assert (tmp_path / "f").read_text() == "old"


WRITER = """
import sys
from santy_print.output import staged, write_atomic
generation = int(sys.argv[2])
print("ready", flush=True)
while True:
    generation = 10 + (generation - 9) % 90
    with staged(sys.argv[1] + "/set") as stage:
        for number in range(5):
            stage.write(f"en/{number}", str(generation) * 20_000)
    write_atomic(sys.argv[1] + "/one", str(generation) * 20_000)
"""


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_writer_killed_at_any_moment_leaves_whole_files(tmp_path: Path, number: int) -> None:
    rng = random.Random(number)
    generation = 10
    for _ in range(8):
        child = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), str(generation)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert child.stdout
        child.stdout.readline()
        time.sleep(rng.random() * 0.06)
        child.send_signal(number)
        child.wait(timeout=20)
        child.stdout.close()
        seen = set()
        for path in [*(tmp_path / "set" / "en").glob("*"), *tmp_path.glob("one")]:
            text = path.read_text()
            assert text == text[:2] * 20_000, path
            if path.name != "one":
                seen.add(int(text[:2]))
        if number != signal.SIGKILL:
            assert len(seen) <= 1, "a polite stop waits for the renames of a set"
        generation = max(seen, default=generation)
    with staged(tmp_path / "set") as stage:
        stage.write("en/0", "99" * 20_000)
    write_atomic(tmp_path / "one", "99")
    left = [p.name for p in [*tmp_path.iterdir(), *(tmp_path / "set").iterdir()]]
    assert sorted(left) == ["en", "one", "set"]
