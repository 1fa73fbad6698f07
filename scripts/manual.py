"""Pages for `man`, made from the help that the command describes itself with.

The input is the JSON of `bulkcheck --experimental-dump-help`: so a page never says less than --help.
"""

import json
import re

SECTION = re.compile(r"^([A-Z][A-Z ]+):$")


def pages(help_json):
    """The name of each page -> its text: bulkcheck.1, bulkcheck-check.1 and so on."""
    command = json.loads(help_json)["command"]
    subcommands = [each for each in command.get("subcommands", []) if each["commandName"] != "help"]
    names = [f"bulkcheck-{each['commandName']}" for each in subcommands]
    result = {"bulkcheck.1": page("bulkcheck", command, names, subcommands)}
    for name, each in zip(names, subcommands):
        see = ["bulkcheck"] + [other for other in names if other != name]
        result[f"{name}.1"] = page(name, each, see)
    return result


def page(name, command, see_also, subcommands=()):
    lines = [
        f'.TH {name.upper()} 1 "" bulkcheck "User Commands"',
        ".SH NAME",
        f"{escaped(name)} \\- {escaped(lower_first(command['abstract'].rstrip('.')))}",
        ".SH SYNOPSIS",
        f".B {escaped(name.replace('-', ' ', 1))}",
        escaped(synopsis(command)),
    ]
    lines += discussion(command.get("discussion", ""))
    if subcommands:
        lines.append(".SH COMMANDS")
        for each in subcommands:
            mark = " (default)" if each["commandName"] == command.get("defaultSubcommand") else ""
            lines += [".TP", f".B {escaped(each['commandName'])}{mark}", escaped(each["abstract"])]
    lines += options(command)
    lines += [".SH SEE ALSO", ", ".join(f"\\fB{escaped(each)}\\fR(1)" for each in see_also)]
    return "\n".join(lines) + "\n"


def synopsis(command):
    if command.get("subcommands"):
        return "[COMMAND] [OPTION]..."
    words = ["[OPTION]..."]
    for each in command.get("arguments", []):
        if each["kind"] == "positional":
            word = each["valueName"].upper() + ("..." if each["isRepeating"] else "")
            words.append(f"[{word}]" if each["isOptional"] else word)
    return " ".join(words)


def discussion(text):
    """Paragraphs, and the parts that are headed by EXAMPLES: and the like, whose lines are kept."""
    lines, keeps = [".SH DESCRIPTION"], False
    for line in text.strip().split("\n"):
        heading = SECTION.match(line)
        if heading:
            lines += [".fi"] * keeps + [f".SH {heading[1]}", ".nf"]
            keeps = True
        elif not line and not keeps:
            lines.append(".PP")
        else:
            lines.append(escaped(line.strip()) if keeps or line else "")
    return (lines + [".fi"] * keeps) if text.strip() else []


def options(command):
    lines = [".SH OPTIONS"]
    for each in command.get("arguments", []):
        if not each.get("shouldDisplay", True):
            continue
        if each["kind"] == "positional":
            head = f"\\fI{escaped(each['valueName'])}\\fR"
        else:
            names = sorted(each["names"], key=lambda name: len(name["name"]))
            dashed = [("-" if len(n["name"]) == 1 else "--") + n["name"] for n in names]
            head = ", ".join(f"\\fB{escaped(name)}\\fR" for name in dashed)
            if each["kind"] == "option":
                head += f" \\fI{escaped(each['valueName'])}\\fR"
        lines += [".TP", head, escaped(each.get("abstract", "")) + escaped(values(each))]
    return lines


def values(argument):
    """The choices and the default, where the sentence about the option does not have them."""
    said = argument.get("abstract", "")
    words = []
    if argument.get("allValues") and "values:" not in said:
        words.append("values: " + ", ".join(argument["allValues"]))
    if argument.get("defaultValue") and "default:" not in said:
        words.append("default: " + argument["defaultValue"])
    return f" ({'; '.join(words)})" if words else ""


def lower_first(text):
    return text[:1].lower() + text[1:]


def escaped(text):
    """Text as roff takes it literally, also at the start of a line."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return "\\&" + text if text.startswith(".") else text
