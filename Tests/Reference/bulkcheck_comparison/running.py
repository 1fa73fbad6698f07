"""One case, run by both."""

import os
import subprocess
import tempfile

from bulkcheck_generator.writing import plain
from bulkcheck_reference.json_reader import Fault, parse_record
from bulkcheck_reference.profile import NOW, ProfileError
from bulkcheck_reference.run import Options, UsageError, check

# Options that must not change what is reported; the reference does not know them.
ONLY_FOR_THE_BINARY = ("threads", "chunk-bytes")
# For a binary that hangs. No case takes a second of processor time.
SECONDS = 600


def arguments(options):
    """The options as the command line has them."""
    result = []
    for name, value in options.items():
        if value is True:
            result.append("--" + name)
        elif isinstance(value, list):
            for item in value:
                result += ["--" + name, item]
        elif value is not None:
            result += ["--" + name, str(value)]
    return result


def profile_bytes(case):
    return case.profile if isinstance(case.profile, bytes) else plain(case.profile).encode("utf-8")


def reference_report(case):
    """The reference's report, or a text that begins with `refused`."""
    options = Options(**{name.replace("-", "_"): value for name, value in case.options.items()
                         if name not in ONLY_FOR_THE_BINARY and value is not None})
    try:
        return check(profile_bytes(case), case.files, options, case.references)
    except (ProfileError, UsageError) as error:
        return "refused: %s" % error


def binary_report(binary, case, folder=None):
    """The binary's report with its exit code, or a text that begins with `refused`."""
    with tempfile.TemporaryDirectory(prefix="bulkcheck-reference-") as temporary:
        folder = folder or temporary
        write(os.path.join(folder, "profile.json"), profile_bytes(case))
        for name, content in (*case.files, *case.references):
            write(os.path.join(folder, name), content)
        command = [os.path.abspath(binary), "check", "--profile", "profile.json", "--report", "json", "--now", NOW,
                   *arguments(case.options), *(name for name, _ in case.files)]
        try:
            done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return None, "no answer within %d seconds" % SECONDS
    if done.returncode == 2 and not done.stdout:
        return 2, "refused: " + done.stderr.decode("utf-8", "replace")
    try:
        return done.returncode, parse_record(done.stdout.rstrip(b"\n"))
    except Fault as fault:
        return done.returncode, "exit code %d, no report (%s): %s" % (
            done.returncode, fault, done.stderr.decode("utf-8", "replace")[-2000:])


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)


def command_line(case):
    return "bulkcheck check --profile profile.json --report json %s" % " ".join(
        arguments(case.options) + [name for name, _ in case.files])
