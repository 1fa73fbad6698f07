"""RFC 4180 with the faults and the recovery of docs/reference/inputs.md#csv-and-tsv,
docs/reference/inputs.md#lines-records-and-offsets, docs/reference/inputs.md#malformed-records."""

from .json_reader import Fault, utf8_length

FAULT_ORDER = ("quote", "ragged", "encoding")
QUOTE, LINE_FEED, CARRIAGE_RETURN = 0x22, 0x0A, 0x0D
#: The delimiter is found out from so many bytes, and rows with wrong quoting.
SNIFFED_BYTES, WRONG_ROWS = 64 << 10, 100


def line_end(data, position):
    """Where the line at a position ends, and where the next begins."""
    end = position
    while end < len(data) and data[end] not in (LINE_FEED, CARRIAGE_RETURN):
        end += 1
    return end, after_line_end(data, end)


def after_line_end(data, position):
    if data[position:position + 2] == b"\r\n":
        return position + 2
    return min(position + 1, len(data))


def count_line_ends(data, start, end):
    count, position = 0, start
    while position < end:
        if data[position] in (LINE_FEED, CARRIAGE_RETURN):
            count += 1
            position = after_line_end(data, position)
        else:
            position += 1
    return count


def sniff_delimiter(data, start, is_known):
    """The one of `, ; tab |` that gives the header and more than half of the first rows the same number of
    cells, else None (docs/reference/inputs.md#the-delimiter)."""
    content = data[:SNIFFED_BYTES]
    found = []
    for place, delimiter in enumerate(b",;\t|"):
        rows = first_rows(content, start, delimiter, len(data) < SNIFFED_BYTES)
        header = rows[0] if rows else []
        agreeing = sum(1 for row in rows if header and len(row) == len(header))
        if len(header) > 1 and 2 * agreeing > len(rows):
            known = 0 if None in header else sum(1 for name in header if is_known(name))
            rank = (1, known, len(header)) if agreeing == 1 else (agreeing, len(header), known)
            found.append((rank, -place, delimiter))
    return max(found)[2] if found else None


def text_or_none(cell):
    try:
        return cell.decode("utf-8")
    except UnicodeDecodeError:
        return None


def first_rows(content, start, delimiter, is_whole):
    """The cells of each row that is seen whole; none of a row whose quoting is wrong."""
    rows, wrong = [], 0
    reader = Reader(content, start, delimiter, True, len(content))
    while reader.position < len(content) and wrong < WRONG_ROWS:
        if content[reader.position] in (LINE_FEED, CARRIAGE_RETURN):
            reader.position += 1
            continue
        try:
            spans, _, end = reader.scan(reader.position)
            cells = [content[a:b] for a, b in spans]
            cells = [c[1:-1].replace(b'""', b'"') if c.startswith(b'"') else c for c in cells]
            row = [text_or_none(cell) for cell in cells]
        except QuoteFault as fault:
            row, wrong = [], wrong + 1
            end = line_end(content, reader.position)[0] if is_whole or fault.position < len(content) else len(content)
        if end == len(content) and not is_whole and rows:
            break
        rows.append(row)
        reader.position = end
    return rows


class Row:
    """A row or a malformed record: where it stands, and its cells or its fault."""

    def __init__(self, start, end, line, cells=None, fault=None):
        self.start, self.end, self.line, self.cells, self.fault = start, end, line, cells, fault


class QuoteFault(Exception):
    """The quoting goes wrong at a byte."""

    def __init__(self, position):
        super().__init__()
        self.position = position


class LengthFault(Exception):
    """Outside of quotes, a record goes on beyond the bytes that it may have."""

    def __init__(self, position):
        super().__init__()
        self.position = position


class Reader:
    """The rows of a CSV input."""

    def __init__(self, data, start, delimiter, stray_quotes, record_bytes_maximum):
        self.data = data
        self.position = start
        self.line = 1
        self.delimiter = delimiter
        self.stray_quotes = stray_quotes
        self.record_bytes_maximum = record_bytes_maximum

    def rows(self, column_count):
        """Every row; `column_count()` is None while the header is still to come."""
        data = self.data
        while self.position < len(data):
            if data[self.position] in (LINE_FEED, CARRIAGE_RETURN):
                self.position = after_line_end(data, self.position)
                self.line += 1
                continue
            row, following = self.row(column_count())
            lines = count_line_ends(data, self.position, following)
            self.position = following
            self.line += lines
            yield row

    def row(self, column_count):
        data, start = self.data, self.position
        quote_fault = None
        try:
            spans, delimiters, end = self.scan(start)
            following = after_line_end(data, end)
        except QuoteFault as fault:
            quote_fault = fault.position
            spans, delimiters = None, self.delimiters_before(start, fault.position)
            end, following = line_end(data, start)
        except LengthFault as fault:
            spans, delimiters = None, []
            end, following = line_end(data, fault.position)
        row = Row(start, end, self.line)
        if end - start > self.record_bytes_maximum:
            row.fault = Fault("length", self.record_bytes_maximum + 1)
            return row, following
        faults = self.faults(start, end, quote_fault, delimiters, column_count)
        if faults:
            # At one byte the structure is named before the encoding.
            row.fault = min(faults, key=lambda fault: (fault.column, FAULT_ORDER.index(fault.kind)))
        else:
            row.cells = [self.text(cell_start, cell_end) for cell_start, cell_end in spans]
        return row, following

    def faults(self, start, end, quote_fault, delimiters, column_count):
        """All that is wrong with a record, to choose the first byte from."""
        data, faults = self.data, []
        position = start
        while position < end:
            try:
                position += utf8_length(data[:end], position)
            except Fault as fault:
                faults.append(Fault("encoding", fault.column - start))
                break
        if column_count is not None and len(delimiters) >= column_count:
            faults.append(Fault("ragged", delimiters[column_count - 1] - start + 1))
        if quote_fault is not None:
            faults.append(Fault("quote", min(quote_fault, end) - start + 1))
        elif column_count is not None and len(delimiters) + 1 < column_count:
            faults.append(Fault("ragged", end - start + 1))
        return faults

    def delimiters_before(self, start, limit):
        """The delimiters that end cells before a byte at which the quoting goes wrong."""
        found = []
        self.scan_into(start, limit, [], found)
        return found

    def scan(self, start):
        spans, delimiters = [], []
        end = self.scan_into(start, None, spans, delimiters)
        return spans, delimiters, end

    def scan_into(self, start, stop, spans, delimiters):
        """Walks over a record's cells; returns where it ends. A QuoteFault carries the byte at fault."""
        data = self.data
        closing_limit = start + self.record_bytes_maximum
        position = cell = start
        while True:
            position = cell
            if position < len(data) and data[position] == QUOTE:
                position += 1
                while True:
                    if stop is not None and position >= stop:
                        return position
                    if position >= len(data) or position >= closing_limit:
                        if stop is not None:
                            return position
                        raise QuoteFault(len(data))
                    if data[position] == QUOTE:
                        if data[position + 1:position + 2] != b'"':
                            break
                        position += 1
                    position += 1
                position += 1
                if position < len(data) and not self.ends_cell(data[position]):
                    if stop is not None:
                        return position
                    raise QuoteFault(position)
            while position < len(data) and not self.ends_cell(data[position]):
                if data[position] == QUOTE and not self.stray_quotes:
                    if stop is not None:
                        return position
                    raise QuoteFault(position)
                if position >= closing_limit and stop is None:
                    raise LengthFault(position)
                position += 1
            spans.append((cell, position))
            if position >= len(data) or data[position] != self.delimiter:
                return position
            if position >= closing_limit and stop is None:
                raise LengthFault(position)
            delimiters.append(position)
            cell = position + 1

    def ends_cell(self, byte):
        return byte == self.delimiter or byte in (LINE_FEED, CARRIAGE_RETURN)

    def text(self, start, end):
        """The text of a cell, quoting undone."""
        content = self.data[start:end]
        if not content.startswith(b'"'):
            return content.decode("utf-8")
        return content[1:-1].replace(b'""', b'"').decode("utf-8")
