"""A profile with all files that it names, and the command, as one value that can travel."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple

from ._check import Profile

_COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_TRAILING_COMMA = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])', re.DOTALL)

#: The ends of the names of files in YAML.
_YAML = (".yaml", ".yml")

#: Keys whose texts name files: of profiles the first three, of schemas the last.
_NAMES_FILES = ("file", "extends", "schema", "$ref")


@dataclass(frozen=True)
class Bundle:
    """Files by their paths below a folder that they have in common.

    Relative paths in a profile lead to them wherever the folder is. A file that is named by an
    absolute path stays outside: every machine must have it under that path.
    """

    files: Mapping[str, bytes]
    #: Options of the command whose values are among `files`: `--profile`, `--schema`.
    rules: Mapping[str, str]
    #: The command is among `files` under this name, or every machine has it under this path.
    command: str

    @classmethod
    def of(
        cls, profile: Optional[Profile], schema: Optional[Profile], command: str, carried: bool
    ) -> Bundle:
        """Reads all files. A file that is missing is left out: the command says so best."""
        if profile is None and schema is None:
            raise TypeError("a profile is missing: check(data, profile=...)")
        texts: Dict[str, bytes] = {}
        named: Dict[str, str] = {}
        for option, given in (("--profile", profile), ("--schema", schema)):
            if given is not None:
                named[option], text = _place_and_text(given, option[2:])
                texts[named[option]] = text
        for place, text in list(texts.items()):
            texts.update(_files_named_by(place, text, command))
        root = os.path.commonpath([os.path.dirname(place) for place in texts])
        files = {
            os.path.join("files", os.path.relpath(place, root)): text
            for place, text in texts.items()
        }
        if carried:
            with open(command, "rb") as file:
                files["bulkcheck"] = file.read()
            command = "bulkcheck"
        rules = {
            option: os.path.join("files", os.path.relpath(place, root))
            for option, place in named.items()
        }
        return cls(files, rules, command)

    def unpacked(self, folder: Optional[str] = None) -> Tuple[str, List[str]]:
        """The path of the command and the arguments that name the rules, on this machine.

        The files are written below `folder` once; without one, to a temporary folder of their own,
        which the caller removes (`os.path.dirname` of the command's path, if that is carried).
        """
        root = tempfile.mkdtemp(prefix="bulkcheck-", dir=folder)
        if folder is not None:
            place = os.path.join(folder, f"bulkcheck-{self.digest}")
            if not os.path.exists(place):
                self._write(root)
                try:
                    os.rename(root, place)
                except OSError:  # Another process was faster.
                    pass
            shutil.rmtree(root, ignore_errors=True)
            root = place
        else:
            self._write(root)
        command = os.path.join(root, self.command) if self.command in self.files else self.command
        return command, [
            f"{option}={os.path.join(root, path)}" for option, path in self.rules.items()
        ]

    @property
    def digest(self) -> str:
        result = hashlib.sha256()
        for name, data in sorted(self.files.items()):
            result.update(f"{name}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
            result.update(data)
        return result.hexdigest()[:32]

    def _write(self, root: str) -> None:
        for name, data in self.files.items():
            path = os.path.join(root, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(data)
            if name == self.command:
                os.chmod(path, 0o755)


def _place_and_text(profile: Profile, name: str) -> Tuple[str, bytes]:
    """A dictionary has its place in the current folder: its relative paths begin there."""
    if isinstance(profile, Mapping):
        text = json.dumps(profile, ensure_ascii=False).encode()
        return os.path.abspath(f"bulkcheck-{name}.json"), text
    with open(profile, "rb") as file:
        return os.path.abspath(profile), file.read()


def _files_named_by(place: str, text: bytes, command: str) -> Dict[str, bytes]:
    """The files that a profile or schema names by relative paths, and those that these name."""
    found: Dict[str, bytes] = {}
    left = [(place, text)]
    while left:
        place, text = left.pop()
        if place.lower().endswith(_YAML):
            text = _as_json(place, command)
        for value in _texts(_document(text)):
            if os.path.isabs(value):
                continue
            path = os.path.normpath(os.path.join(os.path.dirname(place), value.split("#")[0]))
            if path in found or not os.path.isfile(path):
                continue
            with open(path, "rb") as file:
                found[path] = file.read()
            if path.lower().endswith((".json", *_YAML)):
                left.append((path, found[path]))
    return found


def _as_json(place: str, command: str) -> bytes:
    """A document in YAML as JSON; nothing if it has a mistake: the command lists it."""
    run = subprocess.run(
        [command, "expand", "--profile-format", "json", place],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    return run.stdout if run.returncode == 0 else b""


def _document(text: bytes) -> Any:
    """JSON with comments and trailing commas; None if it is not: the command lists its mistakes."""
    plain = text.decode("utf-8-sig", "replace")
    for pattern in (_COMMENT, _TRAILING_COMMA):
        plain = pattern.sub(lambda found: found[1] or " ", plain)
    try:
        return json.loads(plain)
    except (ValueError, RecursionError):
        return None


def _texts(document: Any) -> Iterator[str]:
    """The texts under a key that names files."""
    left: List[Tuple[str, Any]] = [("", document)]
    while left:
        key, value = left.pop()
        if isinstance(value, dict):
            left.extend(value.items())
        elif isinstance(value, list):
            left.extend((key, each) for each in value)
        elif isinstance(value, str) and key in _NAMES_FILES:
            yield value
