"""Records of Python as JSON lines."""

from __future__ import annotations

import base64
import datetime
import decimal
import enum
import json
import math
import secrets
import uuid
from typing import IO, Any, Callable, Iterable, Iterator, List, Optional

#: Written at a time: enough that a write costs little, little enough to be no memory.
_CHUNK_BYTES = 1 << 18


def of_records(records: Iterable[Any]) -> Iterator[bytes]:
    """JSON lines of records, many at a time.

    A record is a mapping, or a JSON text as `str` or `bytes`. Beyond what `json` writes: NaN and
    infinities become null; dates, times and UUIDs become strings in their ISO form; decimals become
    numbers with all their digits; bytes become base64; enumerations become their values; what has a
    method `tolist` or `item` (NumPy) becomes what that returns.
    """
    encode = _Encoder().line
    lines: List[bytes] = []
    size = 0
    for record in records:
        line = encode(record)
        lines.append(line)
        size += len(line)
        if size >= _CHUNK_BYTES:
            yield b"".join(lines)
            lines, size = [], 0
    if lines:
        yield b"".join(lines)


def writer(records: Iterable[Any]) -> Callable[[IO[bytes]], None]:
    """What writes the records as JSON lines."""

    def write(output: IO[bytes]) -> None:
        for chunk in of_records(records):
            output.write(chunk)

    return write


def json_text(value: Any) -> Optional[str]:
    """A value of a report as JSON; None if there is none."""
    return None if value is None else json.dumps(value, ensure_ascii=False)


class _Encoder:
    def __init__(self) -> None:
        # No data can guess it, so no text of a record is taken for a number.
        self._mark = secrets.token_hex(16)
        self._has_decimals = False
        self._json = json.JSONEncoder(
            ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=self._other
        )

    def line(self, record: Any) -> bytes:
        if isinstance(record, (bytes, str)):
            return _line_of_text(record)
        try:
            text = self._json.encode(record)
        except ValueError as error:
            if "Circular" in str(error):
                raise
            text = self._json.encode(_without_nan(record))
        if self._has_decimals:
            text = text.replace(f'"{self._mark}', "").replace(f'{self._mark}"', "")
            self._has_decimals = False
        # A lone surrogate has no UTF-8: it is written as it came, and the check reports the record.
        return text.encode("utf-8", "surrogatepass") + b"\n"

    def _other(self, value: Any) -> Any:
        if isinstance(value, decimal.Decimal):
            if not value.is_finite():
                return None
            self._has_decimals = True
            return f"{self._mark}{value:f}{self._mark}"
        return plain(value)


def _line_of_text(text: Any) -> bytes:
    line = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return bytes(line) if line.endswith(b"\n") else bytes(line) + b"\n"


def plain(value: Any) -> Any:
    """A value that `json` does not know as one that it does."""
    if isinstance(value, (datetime.date, datetime.time)):
        # pandas.NaT is a date without a year.
        return value.isoformat() if value == value else None
    if isinstance(value, datetime.timedelta):
        return value.total_seconds()
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return base64.b64encode(bytes(value)).decode()
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, (set, frozenset)):
        return list(value)
    if type(value).__name__ == "NAType":  # pandas.NA
        return None
    if type(value).__name__ in ("Period", "Interval"):  # of pandas
        return str(value)
    if getattr(getattr(value, "dtype", None), "kind", None) == "M" and hasattr(value, "astype"):
        # A time of NumPy, or an array of them: `tolist` makes numbers of nanoseconds.
        return _without_nat(value.astype(str).tolist())
    for name in ("tolist", "as_py", "item", "_asdict"):
        if hasattr(value, name):
            return getattr(value, name)()
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if hasattr(value, "keys"):
        return {key: value[key] for key in value.keys()}
    raise TypeError(f"a value of type {type(value).__qualname__} cannot be written as JSON")


def _without_nat(texts: Any) -> Any:
    if isinstance(texts, list):
        return [_without_nat(each) for each in texts]
    return None if texts == "NaT" else texts


def _without_nan(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _without_nan(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_without_nan(each) for each in value]
    if isinstance(value, (str, int, decimal.Decimal)) or value is None:
        return value
    return _without_nan(plain(value))
