"""Output: bytes in, files out, whole or not at all. Whatever stops a write, the old files stay as they were.

One file: `write_atomic`. Many that belong together: `staged`, which shows them only when all are complete.
What a killed process leaves behind is hidden, never mistaken for a result, and swept by the next write to
that folder: each temporary carries a lock that the system lets go of when its process dies, so the living are
never swept.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
import signal
import stat
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

if sys.platform != "win32":
    import fcntl

_PREFIX = ".santy-"
_FILE, _FOLDER = ".tmp", ".stage"
_LOCKS = sys.platform != "win32"
_TRIES = 20
"""So often another name is tried for a temporary that somebody else swept, or has."""
_OLD_SECONDS = 86_400.0
"""Where files cannot be locked, a temporary is left alone until it is this old."""


def write_atomic(path: Path | str, data: bytes | str) -> Path:
    """Write one file: the old one stays until the new one is complete and on the disk.

    Folders are made as needed. A link is followed; a device or pipe (`/dev/stdout`) is simply written to.
    """
    given, target = Path(path), Path(os.path.realpath(path))
    content = data.encode("utf-8") if isinstance(data, str) else data
    with _named(target):
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
        if given.exists() and not given.is_file():
            given.write_bytes(content)
            return given
        with _folder(target.parent):
            sweep(target.parent)
            temp, handle = _claim(target.parent, _FILE)
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(content)
                    stream.flush()
                    os.fsync(handle)
                    _keep_mode(target, temp)
                    if _LOCKS:  # elsewhere an open file cannot be renamed
                        os.replace(temp, target)
                if not _LOCKS:
                    os.replace(temp, target)
            finally:
                temp.unlink(missing_ok=True)
            _sync_folder(target.parent)
    return target


_KINDS = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "quota",
    errno.EFBIG: "large",
    errno.EACCES: "denied",
    errno.EPERM: "denied",
    errno.EROFS: "read-only",
    errno.ENOTDIR: "not-folder",
    errno.EISDIR: "folder",
    errno.ENOENT: "missing",
    errno.ENAMETOOLONG: "long",
}
REASONS = {
    "full": "the disk is full",
    "quota": "your share of the disk is full",
    "large": "the file is larger than the system allows",
    "denied": "you may not write there",
    "read-only": "that disk is read-only",
    "not-folder": "a file stands where a folder should",
    "folder": "a folder stands where a file should",
    "missing": "it is not there",
    "long": "the name is too long",
}
"""Why a file cannot be written, by kind; in any language the texts `file.<kind>`."""


def kind_of(fault: OSError) -> str:
    """The kind of an error of the system; nothing for one that is none of those which people meet."""
    return _KINDS.get(fault.errno or 0, "")


def explain(fault: OSError) -> str:
    """An error of the system in words for people: which file, and why."""
    reason = REASONS.get(kind_of(fault)) or fault.strerror or str(fault)
    return f"{fault.filename}: {reason}" if fault.filename else reason


def try_writing(path: Path | str, folder: bool = False) -> None:
    """Raise at once the error that writing this file, or files into this folder, would raise, as far as one can know.

    Nothing is left there, and no folder is made.
    """
    given, target = Path(path), Path(os.path.realpath(path))
    with _named(target):
        with suppress(FileNotFoundError):
            mode = given.stat().st_mode
            if stat.S_ISDIR(mode) != folder:
                code = errno.ENOTDIR if folder else errno.EISDIR
                raise OSError(code, os.strerror(code), str(target))
            if not folder and not stat.S_ISREG(mode):  # a device or pipe, which is simply written to
                return
        near = target if folder else target.parent
        while not os.path.lexists(near):
            near = near.parent
        if not near.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(target))
        temp, handle = _claim(near, _FILE)
        os.close(handle)
        temp.unlink(missing_ok=True)


class Staging:
    """Files on their way into a folder. Names are relative to it, with `/` between folders."""

    def __init__(self, folder: Path, place: Path) -> None:
        self.folder = folder
        self._place = place
        self._names: list[str] = []

    @property
    def names(self) -> tuple[str, ...]:
        """The names so far, in the order in which the files will appear."""
        return tuple(self._names)

    def write(self, name: str, data: bytes | str) -> Path:
        """Stage one file; returns where it will be."""
        path = self.path(name)
        with _named(self.folder / name):
            path.write_bytes(data.encode("utf-8") if isinstance(data, str) else data)
        return self.folder / name

    def path(self, name: str) -> Path:
        """A path in the staging folder for a library that writes the file itself, before the block ends."""
        parts = PurePosixPath(name)
        if parts.is_absolute() or not parts.parts or ".." in parts.parts or "\\" in name:
            raise ValueError(f"{name!r} is not a plain relative file name")
        clean = parts.as_posix()
        if clean not in self._names:
            self._names.append(clean)
        path = self._place / clean
        with _named(self.folder / clean):
            path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def leave_out(self, name: str) -> None:
        """Let a staged file not appear, by its name as it was staged."""
        self._names.remove(PurePosixPath(name).as_posix())

    def commit(self) -> None:
        """Show all files, in their order; `staged` calls this. What can fail is tried first."""
        for name in self._names:
            staged, target = self._place / name, self.folder / name
            with _named(target):
                _sync_file(staged)
                target.parent.mkdir(parents=True, exist_ok=True)
                if target.is_dir():
                    raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
                if not os.access(target.parent, os.W_OK | os.X_OK):
                    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target.parent))
                _keep_mode(target, staged)
        with _undisturbed(), turn(self.folder):
            for name in self._names:
                with _named(self.folder / name):
                    os.replace(self._place / name, self.folder / name)
            for folder in sorted({(self.folder / name).parent for name in self._names}):
                _sync_folder(folder)


@contextmanager
def staged(folder: Path | str) -> Iterator[Staging]:
    """Collect many files for a folder; they appear when the block ends well, none of them when it does not.

    Files appear one by one in the order they were staged, each of them whole; so what vouches for the others
    (a manifest) is staged last. The staging folder lies hidden in the folder itself: same disk, same rights.
    """
    root = Path(os.path.realpath(folder))
    with _named(root), _folder(root):
        sweep(root)
        place, handle = _claim(root, _FOLDER)
        try:
            stage = Staging(root, place)
            yield stage
            stage.commit()
        finally:
            shutil.rmtree(place, ignore_errors=True)
            os.close(handle)


def sweep(folder: Path) -> None:
    """Remove what dead processes left in a folder. Failing to is no fault."""
    with suppress(OSError):
        for entry in list(os.scandir(folder)):
            if entry.name.startswith(_PREFIX) and entry.name.endswith((_FILE, _FOLDER)):
                with suppress(OSError):
                    _sweep_one(Path(entry.path), entry.is_dir(follow_symlinks=False))


def _sweep_one(path: Path, is_folder: bool) -> None:
    handle = _open(path, is_folder)
    try:
        if _lock(handle) is False:
            return
        if not _LOCKS and time.time() - path.stat().st_mtime < _OLD_SECONDS:
            return
        if is_folder:
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
    finally:
        os.close(handle)


def _claim(folder: Path, suffix: str) -> tuple[Path, int]:
    """A new temporary that a sweep will leave alone: locked, and still in its place once it is locked."""
    is_folder, left = suffix == _FOLDER, _TRIES
    while True:
        left -= 1
        path = folder / f"{_PREFIX}{secrets.token_hex(6)}{suffix}"
        try:
            if is_folder:
                path.mkdir()
            handle = _open(path, is_folder, os.O_RDWR | os.O_CREAT | os.O_EXCL)
        except (FileExistsError, FileNotFoundError):
            if not folder.is_dir() or left <= 0:  # some of a system's own folders take no file, and say it is not there
                raise
            continue
        if _lock(handle) is not False and path.exists():
            return path, handle
        os.close(handle)


def _open(path: Path, is_folder: bool, flags: int = os.O_RDWR) -> int:
    if not is_folder:
        return os.open(path, flags | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0), 0o666)
    if _LOCKS:
        return os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    return os.open(os.devnull, os.O_RDONLY)


def _lock(handle: int) -> bool | None:
    """True: ours now; False: somebody else's; None: this disk has no locks."""
    if sys.platform == "win32":
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


@contextmanager
def turn(folder: Path) -> Iterator[None]:
    """Wait for another process that is just changing files in the same folder, which is there."""
    if sys.platform == "win32":
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # a disk without locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Hold Ctrl-C, a polite kill and the end of the terminal back until the block is done."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    caught: list[int] = []
    names = {signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}
    before = {name: signal.signal(name, lambda number, _frame: caught.append(number)) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(name, signal.SIG_DFL if handler is None else handler)
        if caught:
            signal.raise_signal(caught[0])


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """An error from the system names the file people know, not its temporary."""
    try:
        yield
    except OSError as fault:
        if fault.filename is None or _PREFIX in str(fault.filename):
            fault.filename, fault.filename2 = str(path), None
        raise


@contextmanager
def _folder(folder: Path) -> Iterator[None]:
    """Make a folder; where the block fails, take away again what was made for it and is still empty."""
    made = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        for parent in made:
            with suppress(OSError):
                parent.rmdir()
        raise


def _keep_mode(old: Path, new: Path) -> None:
    with suppress(OSError):
        os.chmod(new, old.stat().st_mode & 0o777)


def _sync_file(path: Path) -> None:
    handle = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _sync_folder(folder: Path) -> None:
    if sys.platform == "win32":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


_DEVICE = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9]|conin\$?|conout\$?|clock\$?)(?=\.|$)", re.IGNORECASE)


def is_device(name: str) -> bool:
    """Whether Windows keeps a file name for a device, whatever ending it has: `con`, `aux.pdf`."""
    return _DEVICE.match(name) is not None


def read_plain(path: Path, most: int) -> bytes:
    """All of a plain file of at most so many bytes; OSError for what is larger, and for pipes, devices and folders.

    It is judged as it was opened, and opened without waiting: a pipe has no end, and perhaps no beginning.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(handle, "rb") as stream:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "it is no plain file", str(path))
        data = stream.read(most + 1) if status.st_size <= most else None
    if data is None or len(data) > most:
        raise OSError(errno.EFBIG, f"it holds more than {most // 1_000_000} MB", str(path))
    return data
