"""Makes the wheel of bulkcheck: the Python package, and the command as a script.

`pip install ./python` and `pip wheel ./python` call `build_wheel` (PEP 517); the command is then the
one that the environment variable BULKCHECK_BINARY names. scripts/package calls `write`. Nothing but
Python's own library is used, and the same files give the same bytes.
"""

import base64
import hashlib
import os
import pathlib
import re
import struct
import subprocess
import time
import zipfile

PYTHON = pathlib.Path(__file__).resolve().parent.parent
REPOSITORY = PYTHON.parent
MACHINES = {62: "x86_64", 183: "aarch64"}


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """The hook of PEP 517."""
    binary = os.environ.get("BULKCHECK_BINARY")
    if not binary:
        raise SystemExit(
            "The wheel needs the command: scripts/package builds both. To use another command, name "
            "it in BULKCHECK_BINARY."
        )
    return write(pathlib.Path(wheel_directory), binary, None).name


def build_sdist(sdist_directory, config_settings=None):
    """The hook of PEP 517."""
    raise SystemExit("There is no source distribution: the command is built by scripts/package.")


def get_requires_for_build_wheel(config_settings=None):
    return []


def write(folder, binary, licenses):
    """Writes the wheel with a command into a folder; returns its path.

    `licenses` is the folder with those of what is linked into the command, if it is known.
    """
    program = pathlib.Path(binary).read_bytes()
    version = (
        subprocess.run([str(binary), "--version"], check=True, stdout=subprocess.PIPE)
        .stdout.decode()
        .strip()
    )
    major, minor = glibc_version(program).split(".")
    tag = f"py3-none-manylinux_{major}_{minor}_{machine(program)}"
    information = f"bulkcheck-{version}.dist-info"
    files = {
        f"bulkcheck/{path.relative_to(PYTHON / 'src' / 'bulkcheck').as_posix()}": path.read_bytes()
        for path in sorted((PYTHON / "src" / "bulkcheck").rglob("*"))
        if path.suffix == ".py" or path.name == "py.typed"
    }
    files[f"bulkcheck-{version}.data/scripts/bulkcheck"] = program
    files[f"{information}/METADATA"] = metadata(version)
    files[f"{information}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: bulkcheck\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    )
    files[f"{information}/entry_points.txt"] = (
        b"[console_scripts]\nbulkcheck-parquet = bulkcheck._parquet:main\n"
    )
    files[f"{information}/licenses/LICENSE"] = (REPOSITORY / "LICENSE").read_bytes()
    if licenses is not None:
        for name, text in third_party_licenses(licenses).items():
            files[f"{information}/licenses/{name}"] = text
    files[f"{information}/RECORD"] = record(files, f"{information}/RECORD")

    path = folder / f"bulkcheck-{version}-{tag}.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, moment())
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
            wheel.writestr(entry, data, compresslevel=9)
    return path


def metadata(version):
    """What PyPI calls the core metadata: the fields, then the page that describes the package."""
    return f"""Metadata-Version: 2.4
Name: bulkcheck
Version: {version}
Summary: Check JSONL, CSV and TSV files, data frames and streams against a profile of rules
License-Expression: Apache-2.0
License-File: LICENSE
Keywords: data quality,validation,jsonl,csv,spark
Classifier: Development Status :: 4 - Beta
Classifier: Environment :: Console
Classifier: Intended Audience :: Developers
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: 3
Classifier: Typing :: Typed
Requires-Python: >=3.9
Provides-Extra: parquet
Requires-Dist: pyarrow; extra == "parquet"
Description-Content-Type: text/markdown

{(PYTHON / "README.md").read_text(encoding="utf-8")}""".encode()


def third_party_licenses(folder):
    """The licences of everything that is linked into the command, as one file."""
    text = "The command contains the following software, under these licences.\n"
    for path in sorted(pathlib.Path(folder).iterdir()):
        line = "=" * 72
        licence = path.read_text(encoding="utf-8", errors="replace")
        text += f"\n\n{line}\n{path.name}\n{line}\n\n{licence}"
    return {"THIRD-PARTY": text.encode()}


def record(files, own_name):
    """RECORD lists every file of the wheel with its digest, itself without."""
    lines = []
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(data)}\n")
    return "".join([*lines, f"{own_name},,\n"]).encode()


def machine(program):
    """The processor that a program in ELF is for, as wheels call it."""
    if program[:4] != b"\x7fELF":
        raise SystemExit("The command is not a program for Linux.")
    number = struct.unpack_from("<H", program, 18)[0]
    if number not in MACHINES:
        raise SystemExit(f"The command is for a processor that is not known here ({number}).")
    return MACHINES[number]


def glibc_version(program):
    """The oldest glibc that a program runs on: the newest version that it names."""
    versions = {tuple(map(int, found)) for found in re.findall(rb"GLIBC_(\d+)\.(\d+)", program)}
    major, minor = max(versions, default=(2, 34))
    return f"{major}.{minor}"


def moment():
    """The time of every file in the wheel: SOURCE_DATE_EPOCH, or the first that zip files know."""
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH", "315532800"))
    return time.gmtime(max(seconds, 315532800))[:6]
