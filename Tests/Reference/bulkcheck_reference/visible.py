"""Messages with every character visible (docs/reference/reports.md#invisible-characters)."""

import re
import unicodedata

BLANKS_AND_MARKS = re.compile(
    "[\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180e\u2000-\u200f\u202a-\u202f\u205f-\u206f"
    "\u3000\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]")
CONTROLS = re.compile("[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]")
MARK = " (\\u{FEFF} is a byte-order mark: were files put together?)"
LOOK_ALIKE_GREEK = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχϲϳͿ"


def visible(message):
    """A message as reports show it."""
    strays = stray_letters(message)
    shown = "".join(
        control(char) if CONTROLS.match(char) else "\\u{%04X}" % ord(char)
        if place in strays or BLANKS_AND_MARKS.match(char) and not is_at_home(message, place) else char
        for place, char in enumerate(message))
    return shown + MARK if "\ufeff" in message else shown


def control(char):
    return "\\t" if char == "\t" else "\\u%04x" % ord(char)


def is_at_home(text, place):
    before = text[place - 1] if place > 0 else ""
    after = text[place + 1] if place + 1 < len(text) else ""
    if text[place] == "\u3000":
        return any(char and is_east_asian(char) for char in (before, after))
    if text[place] in "\u200c\u200d" and before:
        if joins(before) and unicodedata.combining(before) == 9:
            return True
        return bool(after) and (joins(before) and joins(after) or is_emoji(before) and is_emoji(after))
    return False


def is_east_asian(char):
    return char != "\u3000" and re.match("[\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]", char)


def joins(char):
    return bool(re.match("[\u0600-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefe\U00011000-\U00011fff]", char))


def is_emoji(char):
    """Near enough for what the generator writes."""
    return char == "\ufe0f" or bool(re.match("[\u2190-\u2bff\U0001f000-\U0001faff]", char))


def stray_letters(text):
    """The places of letters in a word most of whose letters are of another script."""
    strays, word = set(), []
    for place, char in enumerate(text + "\0"):
        script = script_of(char)
        if script:
            word.append((place, script))
        elif unicodedata.category(char) not in ("Nd", "Mn", "Cf"):
            strays |= strays_of(word, text)
            word = []
    return strays


def strays_of(word, text):
    scripts = [script for _, script in word]
    if len(set(scripts)) < 2:
        return set()
    most = max(map(scripts.count, scripts))
    own = "latin" if scripts.count("latin") == most else next(s for s in scripts if scripts.count(s) == most)
    return {
        place for place, script in word
        if script != own and not (own == "latin" and script == "greek" and "\u0370" <= text[place] <= "\u03ff"
                                  and text[place] not in LOOK_ALIKE_GREEK)}


def script_of(char):
    if char == "\u00b5" or not char.isalpha():
        return None
    name = unicodedata.name(char, "")
    for script in ("latin", "greek", "cyrillic", "armenian", "cherokee"):
        if name.startswith((script.upper() + " ", "FULLWIDTH " + script.upper())):
            return script
    return "latin" if char in "ªº" else None
