"""Finds and runs the `bulkcheck` command."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
from pathlib import Path
from typing import IO, Callable, Dict, Iterator, List, Optional, Sequence, Union, cast

from ._errors import CommandNotFound

#: Writes to a command's standard input.
Write = Callable[[IO[bytes]], None]
Progress = Union[bool, Callable[[str], None], None]


def find() -> str:
    """The path of the command: `BULKCHECK`, the one of the wheel, or the one on the PATH."""
    named = os.environ.get("BULKCHECK")
    if named:
        return named
    for folder in _script_folders():
        path = os.path.join(folder, "bulkcheck")
        if os.access(path, os.X_OK) and os.path.isfile(path):
            return path
    found = shutil.which("bulkcheck")
    if found is None:
        raise CommandNotFound(
            "there is no `bulkcheck` command: install the wheel again, or name the command in the "
            "environment variable BULKCHECK"
        )
    return found


def _script_folders() -> Iterator[str]:
    """Where installers put scripts: for this environment, the user, and `pip install --target`."""
    yield sysconfig.get_path("scripts")
    yield sysconfig.get_path("scripts", scheme=f"{os.name}_user")
    yield str(Path(__file__).resolve().parent.parent / "bin")


def _environment() -> Dict[str, str]:
    """The variables of the command, so that it finds the readers of this environment."""
    folders = [os.environ.get("PATH", os.defpath), *_script_folders()]
    return {**os.environ, "PATH": os.pathsep.join(folders)}


def version() -> str:
    """The version of the command."""
    return Command(["--version"]).output().decode().strip()


class Command:
    """A running command.

    Threads collect what it writes to standard error, and, in `output`, to standard output, so that
    no pipe can fill up while records are written to its standard input.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        takes_input: bool = False,
        progress: Progress = None,
        command: Optional[str] = None,
    ) -> None:
        path = command if command is not None else find()
        if progress:
            arguments = [*arguments[:1], "--progress", "always", *arguments[1:]]
        try:
            self._process = subprocess.Popen(
                [path, *arguments],
                stdin=subprocess.PIPE if takes_input else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=_environment(),
            )
        except OSError as error:
            raise CommandNotFound(f"cannot run {path}: {error.strerror}") from error
        assert self._process.stdout is not None
        self.stdout: IO[bytes] = self._process.stdout
        self.exit_code = 0
        self._diagnostics: List[str] = []
        self._error: Optional[BaseException] = None
        self._threads: List[threading.Thread] = []
        self._in_background(lambda: self._collect_diagnostics(progress))

    @property
    def diagnostics(self) -> str:
        """What the command said on standard error, progress left out."""
        return named("".join(self._diagnostics))

    def output(self, write: Optional[Write] = None) -> bytes:
        """Writes to standard input, waits for the end, and returns standard output."""
        pieces: List[bytes] = []
        self._in_background(lambda: pieces.extend(iter(lambda: self.stdout.read(1 << 16), b"")))
        if write is not None:
            self._feed(write)
        self.finish()
        return b"".join(pieces)

    def feed_in_background(self, write: Write) -> None:
        """Writes to standard input while the caller reads standard output."""
        self._in_background(lambda: self._feed(write))

    def finish(self) -> None:
        """Waits for the end. Raises what the source of the records raised."""
        try:
            self._process.wait()
            for thread in self._threads:
                thread.join()
        except BaseException:
            self.stop()
            raise
        self.stdout.close()
        self.exit_code = self._process.returncode
        if self._error is not None:
            raise self._error

    def stop(self) -> None:
        """Ends the command early, as Ctrl-C does: it writes no outputs of records."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def _in_background(self, work: Callable[[], object]) -> None:
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        self._threads.append(thread)

    def _feed(self, write: Write) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        pipe = _Pipe(stdin)
        try:
            write(cast(IO[bytes], pipe))
        except BaseException as error:
            # If the command has ended, its exit code says why. Otherwise, some of the records must
            # not be taken for all of them.
            if not (pipe.is_broken and isinstance(error, Exception)):
                self._fail(error)
        finally:
            try:
                stdin.close()
            except BrokenPipeError:
                pass

    def _fail(self, error: BaseException) -> None:
        self._error = error
        self._process.kill()

    def _collect_diagnostics(self, progress: Progress) -> None:
        stderr = self._process.stderr
        assert stderr is not None
        with stderr:
            while True:
                data = os.read(stderr.fileno(), 1 << 16)
                if not data:
                    return
                text = data.decode("utf-8", "replace")
                self._diagnostics.append(_PROGRESS.sub("", text))
                if progress and self._error is None:
                    try:
                        _show(progress, text)
                    except BaseException as error:
                        self._fail(error)


class _Pipe:
    """Standard input of the command. It knows whether it is broken, whatever a writer raises."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._size = 0
        self.closed = False
        self.is_broken = False
        try:
            # Fewer switches between the processes. Systems other than Linux have no such call.
            fcntl.fcntl(file.fileno(), _F_SETPIPE_SZ, 1 << 20)
        except OSError:
            pass

    def write(self, data: bytes) -> int:
        try:
            self._file.write(data)
        except BrokenPipeError:
            self.is_broken = True
            raise
        self._size += len(data)
        return len(data)

    def flush(self) -> None:
        pass

    def tell(self) -> int:
        return self._size


_F_SETPIPE_SZ = 1031


#: How the names of folders begin that hold a profile or schema given as a dictionary.
DICTIONARY_PREFIX = "bulkcheck-dict-"


def named(text: str) -> str:
    """What the command said, with `profile (dict)` in place of the path of a temporary file."""
    folder = re.escape(os.path.join(tempfile.gettempdir(), DICTIONARY_PREFIX))
    return re.sub(rf"{folder}[^/]+/(\w+)\.json", r"\1 (dict)", text)


# The command writes a progress line over the one before it, each in one piece.
_PROGRESS = re.compile("\r([^\r\x1b]*)\x1b\\[K")


def _show(progress: Progress, text: str) -> None:
    for found in _PROGRESS.finditer(text):
        if callable(progress):
            if found[1]:
                progress(found[1])
        else:
            sys.stderr.write(found[0])
            sys.stderr.flush()
