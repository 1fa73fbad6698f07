"""Tables of other packages, which here are called frames: how rows get out of them, and into them.

None of these packages is imported before one of its frames is met. A frame is known by its type.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

from . import _lines
from ._command import Write

#: Bytes of the batches that are written: enough rows to be checked by several threads.
BATCH_BYTES = 8 << 20

#: What to do without pyarrow.
INSTALL = "pip install pyarrow"


class Frame:
    """A table of some package. Subclasses know the package."""

    #: False for a stream, whose rows are gone once they are read.
    can_be_read_again = True

    def opened(self) -> Tuple[str, Write]:
        """The format in which the rows are written, and what writes them."""
        raise NotImplementedError

    def kept(self, folder: Optional[str]) -> Frame:
        """A frame with the same rows whose order is fixed; large ones are kept in the folder."""
        return self

    def split(self, verdicts: bytes) -> Tuple[Any, Any]:
        """The valid rows and the others, of a frame that is kept."""
        raise NotImplementedError

    def like(self, columns: Dict[str, List[Any]]) -> Any:
        """A frame of the same package with columns of failures."""
        raise NotImplementedError


def frame_of(table: Any) -> Optional[Frame]:
    """None for what is not a frame."""
    kinds = {(kind.__module__.split(".")[0], kind.__name__) for kind in type(table).__mro__}
    if ("pandas", "DataFrame") in kinds:
        from ._pandas import PandasFrame

        return PandasFrame(table)
    if ("polars", "DataFrame") in kinds:
        from ._polars import PolarsFrame

        return PolarsFrame(table)
    if ("polars", "LazyFrame") in kinds:
        from ._polars import LazyPolarsFrame

        return LazyPolarsFrame(table)
    if "pyspark" in {package for package, _ in kinds}:
        raise TypeError("for a DataFrame of Spark, use bulkcheck.spark.check")
    if "DuckDBPyRelation" in {name for _, name in kinds}:
        from ._duckdb import DuckDBFrame

        return DuckDBFrame(table)
    if hasattr(table, "__arrow_c_stream__") or "pyarrow" in {package for package, _ in kinds}:
        from ._arrow import arrow_frame

        return arrow_frame(table)
    return None


def texts_of(columns: Dict[str, List[Any]]) -> Dict[str, List[Any]]:
    """The columns of failures for packages whose columns have one type: values are JSON texts."""
    return {**columns, "value": [_lines.json_text(value) for value in columns["value"]]}
