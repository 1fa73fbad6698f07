"""What is never shown of a value (docs/reference/profile.md#labels, docs/reference/masking.md#what-is-masked): by its
place in the record, not by the spelling of a path."""

from .paths import Columns, Index, Key, Members, PointerNumber, Star, may_meet, split_column
from .values import ABSENT, Array, Object, as_written

MASK = "***"


def column_place(name):
    """The place of a column, a step for each part of its name: `a.b` and `"a.b"` are one column."""
    return tuple(Key(part) for part in name.split("."))


def column_path(path):
    """A path as a place of columns; one that leads below an element, where no cell has anything, as it is."""
    name, rest = split_column(path)
    if isinstance(name, Columns):
        steps = path[:len(path) - len(rest)]
        return tuple(part for step in steps for part in column_parts(step)) + tuple(rest)
    return path if name is None else column_place(name) + tuple(rest)


def column_parts(step):
    if isinstance(step, Members):
        return (step,)
    return column_place(step.text if isinstance(step, PointerNumber) else step.name)


def variants(path, count):
    """A path of columns with each `*` as one to so many parts of a name."""
    if not path:
        return [()]
    rest = variants(path[1:], count)
    numbers = range(1, max(count, 1) + 1) if isinstance(path[0], Members) else (1,)
    return [(path[0],) * number + end for number in numbers for end in rest]


class Masking:
    """The masked places of a profile. A place has the position of each element, never `[*]`."""

    def __init__(self, paths, is_csv):
        self.is_csv = is_csv
        self.paths = [column_path(path) if is_csv else path for path in paths]

    def meeting(self, place):
        """The masked paths that lead to a place, into it or to what is around it."""
        paths = self.paths
        if self.is_csv:
            paths = [variant for path in paths for variant in variants(path, len(place))]
        return [path for path in paths if all(may_meet(*pair) for pair in zip(path, place))]

    def hides(self, place):
        """Whether a value at a place is, is a part of or may have one that is never shown."""
        return self.is_masked(place) or self.has_masked_parts(place)

    def hides_at(self, path):
        """The same of a path without `[*]`."""
        return self.hides(column_path(path) if self.is_csv else path)

    def is_masked(self, place):
        return any(len(path) <= len(place) for path in self.meeting(place))

    def has_masked_parts(self, place):
        steps = [path[len(place)] for path in self.meeting(place) if len(path) > len(place)]
        # The columns whose names go on from that of a cell are not parts of it.
        return any(not self.is_csv or isinstance(step, (Index, Star)) for step in steps)

    def visible(self, value, place):
        """A value with its masked parts masked."""
        if value is ABSENT or not self.hides(place):
            return value
        # A cell is one text.
        if self.is_masked(place) or self.is_csv:
            return MASK
        if isinstance(value, list):
            return self.with_visible_parts(value, place, [(Index(i), part) for i, part in enumerate(value)])
        if isinstance(value, Object):
            return self.with_visible_parts(value, place, [(Key(name), part) for name, part in value.pairs])
        return value

    def with_visible_parts(self, value, place, parts):
        shown = [self.visible(part, place + (step,)) for step, part in parts]
        if isinstance(value, list):
            result = Array(shown)
        else:
            result = Object([(step.name, part) for (step, _), part in zip(parts, shown)])
        written, end = b"", 0
        source = value.written.encode("utf-8")
        for (start, stop), part in zip(value.spans, shown):
            written += source[end:start] + as_written(part).encode("utf-8")
            end = stop
        result.written = (written + source[end:]).decode("utf-8")
        return result
