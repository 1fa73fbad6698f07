"""Relations of DuckDB, which hand over their rows as a stream of Arrow."""

from __future__ import annotations

from typing import IO, Any, Dict, List, Optional, Tuple

from ._command import Write
from ._arrow import are_valid, failures_table, write_batches, write_table
from ._errors import CannotJudge
from ._frames import INSTALL, Frame

_ROWS = 1 << 16


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
        write_batches(reader.schema, reader, output)

    def _reader(self) -> Any:
        # The names of several versions.
        for name in ("to_arrow_reader", "fetch_arrow_reader", "fetch_record_batch"):
            if hasattr(self.relation, name):
                return getattr(self.relation, name)(_ROWS)
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
        write_table(self.table, output)

    def split(self, verdicts: bytes) -> Tuple[Any, Any]:
        import pyarrow.compute

        valid = are_valid(verdicts)
        # Arrow has no types for some of DuckDB's, such as UUID. Two columns may have one name.
        columns = ", ".join(
            f"CAST(c{number} AS {kind}) AS {_quoted(name)}"
            for number, (name, kind) in enumerate(zip(self.relation.columns, self.relation.types))
        )
        table = self.table.rename_columns(
            [f"c{number}" for number in range(len(self.table.schema))]
        )
        good, bad = table.filter(valid), table.filter(pyarrow.compute.invert(valid))
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


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
