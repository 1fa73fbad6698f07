"""Relations of DuckDB, which hand over their rows as a stream of Arrow."""

from __future__ import annotations

from typing import IO, Any, Dict, Iterable, Iterator, List, Optional, Tuple

from ._command import Write
from ._arrow import failures_table, split, write_batches
from ._errors import CannotJudge
from ._frames import INSTALL, Frame

_ROWS = 1 << 16
#: Types whose values Arrow loses: offsets of times, bits, and integers of many digits.
_TEXTS = ("TIME WITH TIME ZONE", "BIT", "BIGNUM", "UHUGEINT")


class DuckDBFrame(Frame):
    """A relation. It is executed for each reading, unless it is kept."""

    def __init__(self, relation: Any) -> None:
        self.relation = relation
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            raise CannotJudge(
                f"DuckDB hands over its rows by pyarrow, which is not installed: {INSTALL}"
            ) from None

    def opened(self) -> Tuple[str, Write]:
        return "arrow", self._write

    def _write(self, output: IO[bytes]) -> None:
        reader = self._reader()
        self._write_batches(reader.schema, reader, output)

    def _write_batches(self, schema: Any, batches: Iterable[Any], output: IO[bytes]) -> None:
        """Writes batches in which integers of 128 bits without a sign are texts."""
        import pyarrow

        kind = pyarrow.decimal256(39, 0)
        kinds = map(str, self.relation.types)
        wide = [number for number, each in enumerate(kinds) if each == "UHUGEINT"]
        for number in wide:
            schema = schema.set(number, schema.field(number).with_type(kind))

        def numbers() -> Iterator[Any]:
            for batch in batches:
                columns = batch.columns
                for number in wide:
                    columns[number] = columns[number].cast(kind)
                yield pyarrow.RecordBatch.from_arrays(columns, schema=schema)

        write_batches(schema, numbers() if wide else batches, output)

    def _reader(self) -> Any:
        relation = self.relation
        kinds = [_without_odd(kind) for kind in relation.types]
        if kinds != [str(kind) for kind in relation.types]:
            columns = []
            for number, (name, kind) in enumerate(zip(relation.columns, kinds)):
                value = f"CAST(#{1 + number} AS {kind})"
                if str(relation.types[number]) == "TIME WITH TIME ZONE":
                    # As RFC 3339 writes it: DuckDB leaves out minutes that are zero.
                    value = f"regexp_replace({value}, '([+-]..)$', '\\1:00')"
                columns.append(f"{value} AS {_quoted(name)}")
            relation = relation.project(", ".join(columns))
        # The names of several versions.
        for name in ("to_arrow_reader", "fetch_arrow_reader", "fetch_record_batch"):
            if hasattr(relation, name):
                return getattr(relation, name)(_ROWS)
        raise CannotJudge("this DuckDB is too old: pip install -U duckdb")

    def kept(self, folder: Optional[str]) -> Frame:
        return _KeptDuckDBFrame(self.relation, self._reader().read_all())

    def like(self, columns: Dict[str, List[Any]]) -> Any:
        return _relation(self.relation, failures_table(columns), "*")


class _KeptDuckDBFrame(DuckDBFrame):
    """The rows of a relation in memory: executed again, it may give them in another order."""

    def __init__(self, relation: Any, table: Any) -> None:
        super().__init__(relation)
        self.table = table

    def _write(self, output: IO[bytes]) -> None:
        self._write_batches(self.table.schema, self.table.to_batches(), output)

    def split(self, verdicts: bytes) -> Tuple[Any, Any]:
        # Arrow has no types for some of DuckDB's, such as UUID. Two columns may have one name.
        columns = ", ".join(
            f"CAST(c{number} AS {kind}) AS {_quoted(name)}"
            for number, (name, kind) in enumerate(zip(self.relation.columns, self.relation.types))
        )
        table = self.table.rename_columns(
            [f"c{number}" for number in range(len(self.table.schema))]
        )
        good, bad = split(table, verdicts)
        return _relation(self.relation, good, columns), _relation(self.relation, bad, columns)


def _relation(relation: Any, bulkcheck_rows: Any, columns: str) -> Any:
    """A relation over a table, which DuckDB finds by its name here, in the same connection.

    DuckDB 1 makes a view for that, which a database that is only read refuses. Then the connection
    is the default one.
    """
    import duckdb

    query = f"SELECT {columns} FROM bulkcheck_rows"
    try:
        found = relation.query("bulkcheck_view", query)
        relation.query("bulkcheck_view", "DROP VIEW IF EXISTS bulkcheck_view")
    except duckdb.Error:
        found = duckdb.query(query)
    return found


def _without_odd(kind: Any) -> str:
    """A type in which texts stand for what Arrow loses."""
    if str(kind) in _TEXTS:
        return "VARCHAR"
    if kind.id in ("list", "array"):
        size = kind.children[1][1] if kind.id == "array" else ""
        return f"{_without_odd(kind.children[0][1])}[{size}]"
    if kind.id == "map":
        return "MAP(" + ", ".join(_without_odd(part) for _, part in kind.children) + ")"
    if kind.id in ("struct", "union"):
        parts = [f"{_quoted(name)} {_without_odd(part)}" for name, part in kind.children if name]
        plain = [f"{_quoted(name)} {part}" for name, part in kind.children if name]
        return str(kind) if parts == plain else f"{kind.id.upper()}({', '.join(parts)})"
    return str(kind)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
