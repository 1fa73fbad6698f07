"""Rows of Arrow tables as JSON, as docs/reference/arrow.md maps them. Needs pyarrow and numpy.

An object is a list of pairs behind the word `object`, since a table may have a column twice.
"""

import base64
import datetime
import decimal
import json
import uuid

import numpy as np
import pyarrow as pa

DIGITS = {"s": 0, "ms": 3, "us": 6, "ns": 9}
BIG = decimal.Context(prec=100)
KINDS = {16: np.float16, 32: np.float32, 64: np.float64}


class Object(list):
    """Pairs of a name and a value, in order."""


def fraction(parts, digits):
    text = str(parts).rjust(digits, "0")
    while digits > 3 and text.endswith("000"):
        text, digits = text[:-3], digits - 3
    return f".{text}" if parts else ""


def clock(count, digits):
    seconds, parts = divmod(count, 10**digits)
    text = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return text + fraction(parts, digits)


def day(days):
    """The date so many days after the first of 1970, in the years 0 to 9999."""
    number = datetime.date(1970, 1, 1).toordinal() + days
    if number > 0:
        return datetime.date.fromordinal(number).isoformat()
    # Python has no year 0, which is a leap year like the year 4.
    return "0000" + datetime.date.fromordinal(number + 366 + 3 * 365).isoformat()[4:]


def float_value(scalar, bits):
    value = scalar.as_py()
    if not np.isfinite(value):
        return str(float(value)).replace("nan", "NaN").replace("inf", "Infinity")
    text = np.format_float_scientific(KINDS[bits](value), unique=True, trim="-")
    return decimal.Decimal(text)


def decimal_value(scalar, type_):
    """The value by its bytes: not every scale is one that pyarrow gives to Python."""
    stored = pa.array([scalar], type_).buffers()[1].to_pybytes()[: type_.byte_width]
    return decimal.Decimal(int.from_bytes(stored, "little", signed=True)).scaleb(-type_.scale, BIG)


def map_value(scalar, type_, zone):
    pairs = []
    if len(scalar):
        keys, values = scalar.values.flatten()
        pairs = [(json_value(key, zone), json_value(each, zone)) for key, each in zip(keys, values)]
    if is_object_key(type_.key_type):
        return Object((str(key), value) for key, value in pairs)
    return [Object([("key", key), ("value", value)]) for key, value in pairs]


def is_object_key(type_):
    is_ = pa.types
    if is_.is_dictionary(type_) or is_.is_run_end_encoded(type_):
        return is_object_key(type_.value_type)
    if isinstance(type_, pa.BaseExtensionType):
        return is_object_key(type_.storage_type)
    texts = is_.is_string(type_), is_.is_large_string(type_), is_.is_string_view(type_)
    return is_.is_integer(type_) or any(texts)


def json_value(scalar, zone=""):
    """The value of a cell or of a part of one; `zone` is put behind times without a zone."""
    is_, type_ = pa.types, scalar.type
    if not scalar.is_valid:
        return None
    if isinstance(type_, pa.BaseExtensionType):
        if type_.extension_name == "arrow.uuid":
            return str(uuid.UUID(bytes=scalar.value.as_py()))
        return json_value(scalar.value, zone)
    if is_.is_dictionary(type_) or is_.is_run_end_encoded(type_) or is_.is_union(type_):
        return json_value(scalar.value, zone) if scalar.value is not None else None
    if is_.is_floating(type_):
        return float_value(scalar, type_.bit_width)
    if is_.is_decimal(type_):
        return decimal_value(scalar, type_)
    if is_.is_date32(type_):
        return day(scalar.value)
    if is_.is_date64(type_):
        return day(scalar.value // 86_400_000)
    if is_.is_time(type_):
        return clock(scalar.value, DIGITS[type_.unit]) + zone
    if is_.is_timestamp(type_):
        digits = DIGITS[type_.unit]
        days, rest = divmod(scalar.value, 86400 * 10**digits)
        return f"{day(days)}T{clock(rest, digits)}" + ("Z" if type_.tz else zone)
    if is_.is_duration(type_):
        return decimal.Decimal(scalar.value).scaleb(-DIGITS[type_.unit], BIG)
    if is_.is_map(type_):
        return map_value(scalar, type_, zone)
    if is_.is_struct(type_):
        # By number, since a struct may have a name twice.
        fields = range(type_.num_fields)
        return Object((type_[n].name, json_value(scalar[n], zone)) for n in fields)
    if hasattr(scalar, "values"):
        return [json_value(value, zone) for value in scalar.values]
    value = scalar.as_py()
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value


def json_text(value):
    if isinstance(value, Object):
        members = (f"{json.dumps(name)}:{json_text(member)}" for name, member in value)
        return "{" + ",".join(members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(json_text, value)) + "]"
    if isinstance(value, decimal.Decimal):
        return str(value).lower()
    return json.dumps(value, ensure_ascii=False)


def lines(table, zone=""):
    """The rows of a table as lines of JSON."""
    columns = [[json_value(value, zone) for value in column] for column in table.columns]
    for row in range(table.num_rows):
        members = zip(table.column_names, (column[row] for column in columns))
        yield json_text(Object(members)) + "\n"
