"""Inputs: gzip, byte-order mark, format, and the records of JSONL and CSV with their places."""

import zlib

from . import csv_reader
from .json_reader import Fault, parse_record
from .paths import columns_of

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
GZIP = b"\x1f\x8b"


class Record:
    """One record: where it stands, and its value or its fault. `names` are the CSV header's."""

    def __init__(self, line, number, offset, value=None, fault=None):
        self.line, self.number, self.offset, self.value, self.fault = line, number, offset, value, fault
        self.repeats = False


def decompress(stored):
    """The content of a gzip file as far as it can be read, and whether it is whole."""
    content, rest = b"", stored
    while rest:
        if not rest.strip(b"\0"):
            return content, True
        if not rest.startswith(GZIP):
            return content, False
        member = zlib.decompressobj(31)
        try:
            content += member.decompress(rest)
        except zlib.error:
            return content, False
        if not member.eof:
            return content, False
        rest = member.unused_data
    return content, True


def format_by_name(path):
    name = path[:-3] if path.endswith(".gz") else path
    for suffix, kind in ((".jsonl", "jsonl"), (".ndjson", "jsonl"), (".json", "jsonl"), (".csv", "csv"),
                         (".tsv", "tsv")):
        if name.endswith(suffix):
            return kind
    return None


def format_by_content(content):
    first = content.removeprefix(BYTE_ORDER_MARK).lstrip(b" \t\r\n")[:1]
    return "jsonl" if first in (b"{", b"[") and first else "csv"


class Input:
    """One input of a run."""

    def __init__(self, path, stored, input_format, profile, record_bytes_maximum):
        self.path = path
        self.stored_bytes = len(stored)
        self.is_gzip = stored.startswith(GZIP)
        self.complete = True
        self.content = stored
        if self.is_gzip:
            self.content, self.complete = decompress(stored)
        self.format = input_format
        if input_format == "auto":
            self.format = format_by_name(path) or format_by_content(self.content)
        self.profile = profile
        self.record_bytes_maximum = record_bytes_maximum
        self.names = None
        self.header_line, self.header_offset = 1, 0
        self.header_broken = False

    @property
    def is_csv(self):
        return self.format != "jsonl"

    def records(self):
        start = len(BYTE_ORDER_MARK) if self.content.startswith(BYTE_ORDER_MARK) else 0
        return self.rows(start) if self.is_csv else self.lines(start)

    def breaks_off(self, end):
        """Whether a record that ends here is the one in which a broken input ends
        (docs/reference/inputs.md#malformed-records)."""
        return not self.complete and end >= len(self.content)

    def lines(self, start):
        line = number = 0
        while start < len(self.content):
            end = self.content.find(b"\n", start)
            following = end + 1
            if end < 0:
                end = following = len(self.content)
                if self.breaks_off(end):
                    return
            if end > start and self.content[end - 1] == 0x0D:
                end -= 1
            data = self.content[start:end]
            line += 1
            if data.strip(b" \t\r"):
                number += 1
                yield self.json_record(data, line, number, start)
            start = following

    def json_record(self, data, line, number, offset):
        record = Record(line, number, offset)
        if len(data) > self.record_bytes_maximum:
            record.fault = Fault("length", self.record_bytes_maximum + 1)
            return record
        try:
            record.value = parse_record(data)
        except Fault as fault:
            record.fault = fault
        return record

    def delimiter(self, start):
        if self.profile.delimiter is not None:
            return self.profile.delimiter
        if self.format == "tsv":
            return ord("\t")
        return csv_reader.sniff_delimiter(self.content, start, self.is_known)

    def is_known(self, name):
        """Whether the profile means a column of this name."""
        return any(columns_of(path, [name]) for path in self.profile.named)

    def conflicts(self, names):
        """Whether a name of the header is an expression elsewhere (docs/reference/rules.md#expressions), or a nested
        block under `*` seems to mean it (docs/reference/members.md#csv)."""
        return any(text in names for text in self.profile.operand_texts) or any(
            columns_of(path, names) for path in self.profile.nested_under_stars)

    def rows(self, start):
        reader = csv_reader.Reader(self.content, start, self.delimiter(start), self.profile.stray_quotes,
                                   self.record_bytes_maximum)
        self.names = self.profile.columns
        number = 0
        for row in reader.rows(lambda: None if self.names is None else len(self.names)):
            if self.breaks_off(row.end):
                return
            if self.names is None:
                if row.fault:
                    self.header_broken = True
                    self.complete = False
                    return
                if self.conflicts(row.cells):
                    self.complete = False
                    return
                self.names = row.cells
                self.header_line, self.header_offset = row.line, row.start
                continue
            number += 1
            record = Record(row.line, number, row.start, fault=row.fault)
            if not row.fault:
                record.value = dict(zip(self.names, row.cells))
            yield record
