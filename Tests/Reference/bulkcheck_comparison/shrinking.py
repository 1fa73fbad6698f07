"""Makes a differing case small: whatever can be left out while a difference stays is left out."""

import copy
import gzip
import re


def kind_of(difference):
    """What a difference is about, so that shrinking does not wander to another one."""
    refusal = re.match(r"one refuses: reference (accepts|refused: \w+)", difference)
    if refusal:
        return refusal.group()
    return re.sub(r"rule [^,]*, |\[\d+\]|: .*", "", difference, flags=re.S)


def shrink(case, differences, attempts=600):
    """The smallest case found; `differences` tells for a case how it differs."""
    wanted = {kind_of(d) for d in differences(case)}
    budget = [attempts]

    def still(candidate):
        if budget[0] <= 0:
            return False
        budget[0] -= 1
        return bool(wanted & {kind_of(d) for d in differences(candidate)})

    changed = True
    while changed and budget[0] > 0:
        changed = False
        for candidates in (without_options, without_files, uncompressed, without_lines, without_profile_parts):
            case, improved = improve(case, candidates, still)
            changed |= improved
    return case


def improve(case, candidates, still):
    improved = False
    again = True
    while again:
        again = False
        for candidate in candidates(case):
            if still(candidate):
                case, improved, again = candidate, True, True
                break
    return case, improved


def without_options(case):
    for name in case.options:
        if case.options[name] is not None:
            yield case.but(options={n: v for n, v in case.options.items() if n != name})


def without_files(case):
    if len(case.files) > 1:
        for number in range(len(case.files)):
            yield case.but(files=case.files[:number] + case.files[number + 1:])


def uncompressed(case):
    for number, (name, content) in enumerate(case.files):
        if content.startswith(b"\x1f\x8b"):
            try:
                plain = gzip.decompress(content)
            except (OSError, EOFError):
                continue
            files = list(case.files)
            files[number] = (name.removesuffix(".gz"), plain)
            yield case.but(files=files)


def without_lines(case):
    for part in ("files", "references"):
        files = getattr(case, part)
        for number, (name, content) in enumerate(files):
            for kept in with_fewer_lines(content):
                yield case.but(**{part: [*files[:number], (name, kept), *files[number + 1:]]})


def with_fewer_lines(content):
    lines = content.splitlines(keepends=True) if b"\n" not in content else [
        line + b"\n" for line in content.split(b"\n")]
    if b"\n" in content:
        lines[-1] = lines[-1][:-1]
    size = len(lines)
    while size >= 1:
        for start in range(0, len(lines), size):
            kept = b"".join(lines[:start] + lines[start + size:])
            if kept != content:
                yield kept
        size //= 2


def without_profile_parts(case):
    if isinstance(case.profile, bytes):
        return
    for path in places(case.profile):
        smaller = copy.deepcopy(case.profile)
        parent = smaller
        for step in path[:-1]:
            parent = parent[step]
        del parent[path[-1]]
        yield case.but(profile=smaller)


def places(value, path=()):
    """Every member and element, outer ones first."""
    steps = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    for step in steps:
        if path or step != "bulkcheck":
            yield path + (step,)
    for step in steps:
        yield from places(value[step], path + (step,))
