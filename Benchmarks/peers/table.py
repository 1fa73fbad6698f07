"""From runs to verdicts and tables in Markdown."""
import os
import statistics
from dataclasses import dataclass

from measuring import own_peak_bytes


@dataclass
class Verdict:
    """What a bar came to."""

    bar: object
    value: float = None
    low: float = None
    high: float = None
    # The ratio of CPU times, which other programs on the machine disturb less.
    cpu: float = None
    against: str = ""
    problem: str = ""

    @property
    def word(self):
        if self.problem:
            return f"not measured: {self.problem}"
        if self.bar.limit is None:
            return "no bar"
        return "pass" if self.value <= self.bar.limit else "MISS"


def judge(bar, programs):
    """The ratio of medians and the range of the ratios within a round.

    A program that is missing or answered wrong leaves nothing to compare: such a bar is never passed.
    """
    named = {program.name: program for program in programs}
    if bar.metric == "peak_bytes":
        return judge_memory(bar, programs)
    asked = [named[name] for name in [bar.ours, *bar.others]]
    verdict = Verdict(bar, problem=trouble(asked))
    ours = named[bar.ours]
    others = [program for program in asked[1:] if not trouble([program])]
    if trouble([ours]) or (bar.others and not others):
        return verdict
    if not bar.others:
        times = [seconds * 1000 for seconds in getattr(ours, bar.metric)]
        verdict.value, verdict.low, verdict.high = statistics.median(times), min(times), max(times)
        return verdict
    fastest = min(others, key=lambda program: program.median(bar.metric))
    pairs = [a / b for a, b in zip(getattr(ours, bar.metric), getattr(fastest, bar.metric))]
    verdict.value = ours.median(bar.metric) / fastest.median(bar.metric)
    verdict.low, verdict.high, verdict.against = min(pairs), max(pairs), fastest.name
    verdict.cpu = ours.median("cpu") / fastest.median("cpu")
    return verdict


def judge_memory(bar, programs):
    verdict = Verdict(bar, problem=trouble(programs))
    peaks = {max(program.peak_bytes) / 1e6: program.name for program in programs if program.peak_bytes}
    if peaks:
        verdict.value, verdict.low, verdict.high = max(peaks), min(peaks), max(peaks)
        verdict.against = peaks[max(peaks)]
    return verdict


def trouble(programs):
    return "; ".join(f"{program.name}: {program.missing or program.problem}" for program in programs
                     if program.missing or program.problem)


def amount(value, unit):
    if value is None:
        return "–"
    if unit:
        return f"{value:.1f} {unit}"
    # Below one the share that users ask for: 0.23 is 1/4.3.
    return f"{value:.2f}" + (f" (1/{1 / value:.1f})" if value < 0.6 else "")


def summary(rows):
    """The table of bars."""
    yield "| input | against | bar | aim | measured | spread | CPU ratio | verdict |"
    yield "| --- | --- | --: | --: | --: | --: | --: | --- |"
    for row in rows:
        for bar in row.bars:
            verdict = judge(bar, row.programs)
            unit, sign = bar.unit, "" if bar.limit is None else "≤ "
            against = bar.label if verdict.against in ("", bar.label.split(",")[0]) or len(bar.others) == 1 \
                else f"{bar.label}: {verdict.against}"
            spread = "–" if verdict.low is None else f"{verdict.low:.2f}..{verdict.high:.2f}"
            yield (f"| {row.title} | {against} | {sign}{amount(bar.limit, unit)} | {amount(bar.aim, unit)} "
                   f"| {amount(verdict.value, unit)} | {spread} "
                   f"| {amount(verdict.cpu, '')} | {verdict.word} |")


def details(row, path_of):
    """All programs of a row, in seconds."""
    yield f"### {row.title}"
    yield ""
    if row.note:
        yield fill(row.note, path_of)
        yield ""
    yield "| program | median s | fastest s | slowest s | CPU s | inside s | peak MB | answer |"
    yield "| --- | --: | --: | --: | --: | --: | --: | --- |"
    for program in row.programs:
        if program.missing:
            yield f"| {program.name} | – | – | – | – | – | – | missing: {program.missing} |"
            continue
        inside = f"{program.median('inside'):.3f}" if program.inside else "–"
        verdict = program.problem or ("right" if program.read else "not asked")
        yield (f"| {program.name} | {program.median('wall'):.3f} | {min(program.wall):.3f} | {max(program.wall):.3f} "
               f"| {program.median('cpu'):.3f} | {inside} | {megabytes(program)} | {verdict} |")


# The columns of README's table.
SHOWN = ["bulkcheck", "DuckDB", "Polars", "chDB", "igzip -dc"]


def seconds(rows):
    """Medians of whole processes, a row for each input."""
    yield "| input | " + " | ".join(SHOWN) + " |"
    yield "| --- |" + " --: |" * len(SHOWN)
    for row in rows:
        found = {program.name: program for program in row.programs if program.wall and not program.problem}
        cells = [f"{found[name].median('wall'):.2f} s" if name in found else "–" for name in SHOWN]
        yield f"| {row.title} | " + " | ".join(cells) + " |"


def megabytes(program):
    peak, floor = max(program.peak_bytes), own_peak_bytes()
    return f"{peak / 1e6:.0f}" if peak > floor else f"≤ {floor / 1e6:.0f}"


def fill(note, path_of):
    """Puts a file's bytes a record in place of its name in braces."""
    for name in ("failing.jsonl", "good.jsonl"):
        if "{" + name + "}" in note:
            with open(path_of(name), "rb") as file:
                lines = sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))
            note = note.replace("{" + name + "}", f"{os.path.getsize(path_of(name)) / lines:.0f}")
    return note


def as_data(row):
    """A row as JSON: every run."""
    bars = []
    for bar in row.bars:
        verdict = judge(bar, row.programs)
        bars.append({"against": bar.label, "metric": bar.metric, "limit": bar.limit, "aim": bar.aim,
                     "unit": bar.unit or "ratio", "value": verdict.value, "low": verdict.low, "high": verdict.high,
                     "cpu": verdict.cpu,
                     "of": verdict.against, "verdict": verdict.word})
    programs = [{"name": program.name, "command": program.command, "environment": program.environment,
                 "missing": program.missing, "problem": program.problem, "version": program.version,
                 "wall": program.wall, "cpu": program.cpu, "inside": program.inside,
                 "peakBytes": program.peak_bytes} for program in row.programs]
    return {"key": row.key, "title": row.title, "bars": bars, "programs": programs}
