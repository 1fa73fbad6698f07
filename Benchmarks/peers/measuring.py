"""Programs, their answers, and what a whole process of them takes."""
import json
import os
import resource
import signal
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field

from whole_table import groups, rounded


# Longer than any program here takes for a million records; one that hangs must not hold up the others.
SECONDS_MAXIMUM = 120

# ru_maxrss is in kibibytes on Linux, in bytes on macOS.
RSS_UNIT = 1 if sys.platform == "darwin" else 1024


def own_peak_bytes():
    """What a started process inherits as its peak: no smaller peak can be told."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * RSS_UNIT


@dataclass
class Program:
    """A command on one input, how to read its answer, and every run of it."""

    name: str
    command: list
    # Text of standard output -> (answer, version, seconds inside); None: the output goes to /dev/null.
    read: object = None
    truth: object = None
    environment: dict = field(default_factory=dict)
    version: str = ""
    # Why it cannot run; such a program is shown as missing.
    missing: str = ""
    wall: list = field(default_factory=list)
    cpu: list = field(default_factory=list)
    inside: list = field(default_factory=list)
    peak_bytes: list = field(default_factory=list)
    problem: str = ""

    def run(self, counts):
        """One process from its start to its end; `counts`: the times are kept, not only the answer checked."""
        with tempfile.TemporaryFile() as output:
            start = time.perf_counter()
            process = spawn(self.command, self.environment, output.fileno() if self.read else None)
            status, usage = wait(process)
            seconds = time.perf_counter() - start
            output.seek(0)
            text = output.read()
        inside = self.check(os.waitstatus_to_exitcode(status), text)
        self.peak_bytes.append(usage.ru_maxrss * RSS_UNIT)
        if counts:
            self.wall.append(seconds)
            self.cpu.append(usage.ru_utime + usage.ru_stime)
            if inside is not None:
                self.inside.append(inside)

    def check(self, code, text):
        """Compares the answer with the truth. A problem once seen stays; the time inside is returned."""
        if not self.read:
            self.problem = self.problem or (f"exit code {code}" if code else "")
            return None
        try:
            answer, version, inside = self.read(text)
        except (ValueError, KeyError, IndexError, TypeError):
            self.problem = self.problem or (f"killed after {SECONDS_MAXIMUM} s" if code == -signal.SIGKILL
                                            else f"no answer, exit code {code}")
            return None
        self.version = self.version or version
        self.problem = self.problem or difference(answer, self.truth)
        return inside

    def median(self, metric):
        return statistics.median(getattr(self, metric))


def shown(figure):
    return figure if isinstance(figure, str) else f"{figure:,}"


def difference(answer, truth):
    """How an answer differs from what is true: "" if it does not."""
    for key, wanted in truth.items():
        got = answer.get(key)
        if isinstance(wanted, dict):
            names = sorted(set(wanted) | set(got or {}))
            wrong = [name for name in names if (got or {}).get(name, 0) != wanted.get(name, 0)]
            if wrong:
                name = wrong[0]
                return f"wrong: {name} {shown((got or {}).get(name, 0))} instead of {shown(wanted.get(name, 0))}"
        elif got != wanted:
            return f"wrong: {key} {got} instead of {wanted:,}"
    return ""


def spawn(command, environment, output):
    """Starts a process without a copy of this one's memory (fork would charge some to its time)."""
    null = os.devnull
    standard_output = ((os.POSIX_SPAWN_DUP2, output, 1) if output is not None
                       else (os.POSIX_SPAWN_OPEN, 1, null, os.O_WRONLY, 0))
    actions = [(os.POSIX_SPAWN_OPEN, 0, null, os.O_RDONLY, 0), standard_output,
               (os.POSIX_SPAWN_OPEN, 2, null, os.O_WRONLY, 0)]
    return os.posix_spawnp(command[0], command, os.environ | environment, file_actions=actions)


def wait(process):
    """Waits without polling, so that the end is noticed at once; a process that hangs is killed."""
    signal.signal(signal.SIGALRM, lambda *_: os.kill(process, signal.SIGKILL))
    signal.alarm(SECONDS_MAXIMUM)
    try:
        _, status, usage = os.wait4(process, 0)
    finally:
        signal.alarm(0)
    return status, usage


def alternate(programs, rounds):
    """Runs all programs in turn, round by round, so that a disturbance hits all of them.

    The first round fills the page cache and is not counted; its answers are checked all the same.
    """
    present = [program for program in programs if not program.missing]
    for number in range(rounds + 1):
        for program in present:
            program.run(counts=number > 0)


# Readers of answers.


def read_report(text):
    """bulkcheck's own report: failures by rule."""
    report = json.loads(text)
    failures = {rule["id"]: rule["failed"] for rule in report["rules"] if not rule["id"].startswith("bulkcheck.")}
    return report_answer(report, failures)


def read_users_report(text):
    """The same as the peers count: a value that is missing or of another type breaks each rule of its field."""
    report = json.loads(text)
    presence = {}
    for rule in report["rules"]:
        if rule["constraint"] in ("required", "present", "type"):
            presence[rule["field"]] = presence.get(rule["field"], 0) + rule["failed"]
    failures = {rule["id"]: rule["failed"] + (0 if rule["id"] == "tags.items" else presence.get(rule["field"], 0))
                for rule in report["rules"]
                if rule["constraint"] not in ("required", "present", "type")
                and not rule["id"].startswith("bulkcheck.")}
    return report_answer(report, failures)


def report_answer(report, failures):
    records = report["records"]
    answer = {"records": records["total"], "malformed": records["malformed"], "invalid": records["invalid"],
              "failures": failures}
    return answer, report["tool"]["version"], report["timing"]["seconds"]


def read_figures(text):
    """The figures of the rules about the whole table."""
    report = json.loads(text)
    figures = {}
    for rule in report["rules"]:
        if rule.get("kind") != "table":
            continue
        if "groups" in rule:
            figures[rule["id"]] = groups(rule["groups"]["count"], rule["groups"]["failed"])
        else:
            figures[rule["id"]] = rounded(rule["measured"])
    answer, version, seconds = report_answer(report, {})
    return {"records": answer["records"], "figures": figures}, version, seconds


def read_peer(text):
    report = json.loads(text)
    return report, report["version"], report["seconds"]


def read_lines(text):
    """wc -l."""
    return {"records": int(text.split()[0])}, "", None


def read_parsed(text):
    report = json.loads(text)
    return {"records": report["lines"], "malformed": report["errors"]}, report["version"], None
