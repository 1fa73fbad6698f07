#!/usr/bin/env python3
"""Writes the archive, the Debian package and the wheel of a built command. scripts/package calls it.

    scripts/make_packages.py --binary FILE --licenses FOLDER --output FOLDER

The same files give the same bytes: no names of users, no times but SOURCE_DATE_EPOCH, a fixed order.
"""

import argparse
import gzip
import hashlib
import io
import os
import pathlib
import subprocess
import sys
import tarfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "python" / "backend")]

import bulkcheck_wheel  # noqa: E402
import manual  # noqa: E402

EPOCH = int(os.environ.get("SOURCE_DATE_EPOCH", "315532800"))
DEBIAN_MACHINES = {"x86_64": "amd64", "aarch64": "arm64"}
COMPLETIONS = {
    "bash": "share/bash-completion/completions/bulkcheck",
    "zsh": "share/zsh/site-functions/_bulkcheck",
    "fish": "share/fish/vendor_completions.d/bulkcheck.fish",
}


def output_of(binary, *arguments):
    return subprocess.run([binary, *arguments], check=True, stdout=subprocess.PIPE).stdout


def installed_files(binary, licenses):
    """What an installation consists of: the path below the prefix -> (bytes, whether it runs)."""
    files = {"bin/bulkcheck": (pathlib.Path(binary).read_bytes(), True)}
    for shell, path in COMPLETIONS.items():
        files[path] = (output_of(binary, "--generate-completion-script", shell), False)
    for name, text in manual.pages(output_of(binary, "--experimental-dump-help")).items():
        files[f"share/man/man1/{name}.gz"] = (compressed(text.encode()), False)
    for name in ("LICENSE", "CHANGELOG.md"):
        files[f"share/doc/bulkcheck/{name}"] = ((ROOT / name).read_bytes(), False)
    for name, text in bulkcheck_wheel.third_party_licenses(licenses).items():
        files[f"share/doc/bulkcheck/{name}"] = (text, False)
    return files


def compressed(data):
    buffer = io.BytesIO()
    with gzip.GzipFile(fileobj=buffer, mode="wb", compresslevel=9, mtime=0, filename="") as file:
        file.write(data)
    return buffer.getvalue()


def archive(files, prefix):
    """A .tar.gz of the files below a prefix, with an entry for each folder."""
    buffer = io.BytesIO()
    folders = {str(parent) for path in files for parent in pathlib.PurePosixPath(path).parents}
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for folder in sorted(folders):
            tar.addfile(entry(f"{prefix}/{folder}".removesuffix("/."), tarfile.DIRTYPE, 0o755))
        for path, (data, runs) in sorted(files.items()):
            info = entry(f"{prefix}/{path}", tarfile.REGTYPE, 0o755 if runs else 0o644)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return compressed(buffer.getvalue())


def entry(name, kind, mode):
    info = tarfile.TarInfo(name)
    info.type, info.mode, info.mtime = kind, mode, EPOCH
    info.uname = info.gname = "root"
    return info


def debian_package(files, version, machine, glibc):
    """A .deb: an `ar` archive of its format, its description and its files."""
    below_usr = {f"usr/{path}": file for path, file in files.items()}
    licence = below_usr.pop("usr/share/doc/bulkcheck/LICENSE")
    others = below_usr.pop("usr/share/doc/bulkcheck/THIRD-PARTY")
    copyright_text = licence[0] + b"\n\n" + others[0]
    below_usr["usr/share/doc/bulkcheck/copyright"] = (copyright_text, False)
    size = sum(len(data) for data, _ in below_usr.values()) // 1024 + 1
    control = f"""Package: bulkcheck
Version: {version}
Architecture: {DEBIAN_MACHINES.get(machine, machine)}
Maintainer: The bulkcheck authors <bulkcheck@localhost>
Installed-Size: {size}
Depends: libc6 (>= {glibc})
Section: utils
Priority: optional
Description: check JSONL, CSV and TSV files against a profile of rules
 bulkcheck checks every record of large files against a profile of rules,
 counts exactly how often each rule failed, and ends with an exit code that a
 pipeline can act on.
"""
    sums = "".join(
        f"{hashlib.md5(data).hexdigest()}  {path}\n"
        for path, (data, _) in sorted(below_usr.items())
    )
    description = {"control": (control.encode(), False), "md5sums": (sums.encode(), False)}
    members = [
        ("debian-binary", b"2.0\n"),
        ("control.tar.gz", archive(description, ".")),
        ("data.tar.gz", archive(below_usr, ".")),
    ]
    result = b"!<arch>\n"
    for name, data in members:
        head = f"{name:<16}{EPOCH:<12}{0:<6}{0:<6}{100644:<8}{len(data):<10}`\n"
        result += head.encode() + data + b"\n" * (len(data) % 2)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--binary", required=True)
    parser.add_argument("--licenses", required=True, help="of what is linked in")
    parser.add_argument("--output", required=True)
    options = parser.parse_args()

    version = output_of(options.binary, "--version").decode().strip()
    machine = bulkcheck_wheel.machine(pathlib.Path(options.binary).read_bytes())
    glibc = bulkcheck_wheel.glibc_version(pathlib.Path(options.binary).read_bytes())
    files = installed_files(options.binary, options.licenses)

    folder = pathlib.Path(options.output)
    folder.mkdir(parents=True, exist_ok=True)
    name = f"bulkcheck-{version}-linux-{machine}"
    deb = f"bulkcheck_{version}_{DEBIAN_MACHINES.get(machine, machine)}.deb"
    (folder / f"{name}.tar.gz").write_bytes(archive(files, name))
    (folder / deb).write_bytes(debian_package(files, version, machine, glibc))
    bulkcheck_wheel.write(folder, options.binary, options.licenses)
    sums = ""
    for path in sorted(folder.iterdir()):
        if path.name == "SHA256SUMS":
            continue
        sums += f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        print(f"{path}   {path.stat().st_size / 1e6:.1f} MB   glibc {glibc}")
    (folder / "SHA256SUMS").write_text(sums)


if __name__ == "__main__":
    main()
