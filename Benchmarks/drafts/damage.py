"""Makes cells of records wrong, in the ways in which data goes wrong."""

import copy
import math

KINDS = ("shifted", "type", "emptied", "mistyped", "out of range")


class Damage:
    """Makes a share of the cells wrong. The same seed gives the same damage."""

    def __init__(self, data_set, random, share, kinds=KINDS):
        self.random = random
        self.share = share
        self.kinds = kinds
        self.is_table = data_set.header is not None

    def applied(self, records):
        """Damaged records, and how many cells are wrong; at least one is, if one can be."""
        records = copy.deepcopy(records)
        cells = [
            (place, cell) for place, record in enumerate(records) for cell in self.cells(record)
        ]
        self.spread = self.spreads(records)
        wanted = max(1, round(len(cells) * self.share))
        self.random.shuffle(cells)
        count = 0
        for place, cell in cells:
            if count == wanted:
                break
            count += self.spoil(records[place], cell)
        return records, count

    def spoil(self, record, cell):
        old = get(record, cell)
        for kind in self.random.sample(self.kinds, len(self.kinds)):
            new = self.wrong(kind, old, record, cell)
            if new is not None and new != (old,):
                put(record, cell, new[0])
                return 1
        return 0

    def wrong(self, kind, old, record, cell):
        """The wrong value in a tuple; None if such a value cannot go wrong in this way."""
        number = as_number(old, self.is_table)
        if kind == "shifted":
            cells = self.cells(record)
            if len(cells) < 2:
                return None
            return (get(record, cells[(cells.index(cell) + 1) % len(cells)]),)
        if kind == "emptied":
            return ("" if self.is_table else None,)
        if old is None or old == "":
            return None
        if kind == "type":
            if self.is_table:
                return ("twelve" if number is not None else "12345.6",)
            return (12345.6 if isinstance(old, str) else f"{old}",)
        if kind == "mistyped":
            return mistyped(old, self.random) if number is None and isinstance(old, str) else None
        if number is None or isinstance(old, bool):
            return None
        least, most = self.spread[self.column(cell)]
        far = max(most - least, abs(most), abs(least), 1) * self.random.choice((10, 100, 1000))
        return (self.written(most + far if self.random.random() < 0.5 else least - far, old),)

    def written(self, number, old):
        is_whole = isinstance(old, int) or isinstance(old, str) and old.lstrip("-").isdigit()
        number = math.ceil(number) if is_whole else number
        return str(number) if self.is_table else number

    # What the cells are

    def cells(self, record):
        if self.is_table:
            return [(place,) for place in range(len(record))]
        found = []
        leaves(record, (), found)
        return found

    def column(self, cell):
        return tuple("[]" if isinstance(step, int) and not self.is_table else step for step in cell)

    def spreads(self, records):
        """The least and the greatest number of each column."""
        found = {}
        for record in records:
            for cell in self.cells(record):
                number = as_number(get(record, cell), self.is_table)
                if number is None:
                    continue
                least, most = found.get(self.column(cell), (number, number))
                found[self.column(cell)] = (min(least, number), max(most, number))
        return found


def as_number(value, is_table):
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, (int, float)):
        return value
    if not is_table:
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def mistyped(text, random):
    """A letter is lost, doubled, swapped with the next one, or another one."""
    places = [place for place, character in enumerate(text) if character.isalpha()]
    if not places:
        return None
    place = random.choice(places)
    before, letter, behind = text[:place], text[place], text[place + 1 :]
    return (
        random.choice(
            (
                before + behind,
                before + letter + letter + behind,
                before + behind[:1] + letter + behind[1:],
                before + random.choice("etaoinshrdlu") + behind,
            )
        ),
    )


def leaves(value, path, found):
    """The paths of values that hold no others."""
    if isinstance(value, (dict, list)):
        members = value.items() if isinstance(value, dict) else enumerate(value)
        for step, member in members:
            leaves(member, path + (step,), found)
    elif path:
        found.append(path)


def get(record, cell):
    for step in cell:
        record = record[step]
    return record


def put(record, cell, value):
    for step in cell[:-1]:
        record = record[step]
    record[cell[-1]] = value
