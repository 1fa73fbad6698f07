#!/usr/bin/env python3
"""Makes the seeds of the fuzz target `arrow` (docs/fuzzing.md): small tables of every layout.

    pip install pyarrow numpy
    Tests/Fuzzing/make_arrow_seeds.py

Fuzzing gets nowhere with the large tables of `Tests/BulkcheckArrowTests/Tables`. Each seed here has a few rows of a few
of their columns, behind the two bytes of the target's settings.
"""

import pathlib
import sys

import pyarrow as pa

TESTS = pathlib.Path(__file__).resolve().parent.parent
FOLDER = TESTS / "Fuzzing" / "Seeds" / "arrow"
TABLES = TESTS / "BulkcheckArrowTests" / "Tables"
ROWS = 3
# Columns by the beginnings of their names.
GROUPS = {
    "integers": ["i8", "u64", "bool", "null"],
    "floats": ["half", "single", "double"],
    "decimals": ["decimal32", "decimal256"],
    "dates": ["date", "local_s", "zoned_ns"],
    "times": ["time_us", "duration_ms"],
    "texts": ["text_string", "text_large_string"],
    "views": ["text_string_view", "bytes_binary_view"],
    "bytes": ["bytes_binary", "fixed", "uuid"],
    "lists": ["list_", "fixed_list"],
    "large-lists": ["large_list"],
    "list-views": ["list_view", "large_list_view"],
    "struct": ["struct"],
    "maps": ["map", "map_double"],
    "dictionary": ["dictionary", "bool"],
    "runs": ["runs"],
    "sparse": ["sparse"],
    "dense": ["dense"],
}


def seed(name, settings, table, make, **options):
    sink = pa.BufferOutputStream()
    with make(sink, table.schema, options=pa.ipc.IpcWriteOptions(**options)) as writer:
        for batch in table.to_batches():
            writer.write_batch(batch)
    content = settings + sink.getvalue().to_pybytes()
    assert len(content) <= 4096, f"{name} has {len(content)} bytes"
    (FOLDER / name).write_bytes(content)


def main():
    sys.path.insert(0, str(TABLES))
    import make

    FOLDER.mkdir(parents=True, exist_ok=True)
    columns = dict([*make.scalars(), *make.times(), *make.nested()])
    file, stream = b"\0\0", b"\1\0"
    for number, (name, wanted) in enumerate(GROUPS.items()):
        table = pa.table({each: columns[each] for each in wanted_names(columns, wanted)})
        table = table.slice(0, ROWS)
        if number % 2:
            seed(name, file, table, pa.ipc.new_file)
        else:
            seed(name, stream, table, pa.ipc.new_stream)
    texts = pa.table({"a": ["abcabcabc" * 9, None, "c"], "b": [1, 2, 3]})
    seed("lz4", b"\0\1", texts, pa.ipc.new_file, compression="lz4")
    seed("zstd", b"\1\1", texts, pa.ipc.new_stream, compression="zstd")
    seed("v4", stream, texts, pa.ipc.new_stream, metadata_version=pa.ipc.MetadataVersion.V4)
    seed("batches", file, pa.concat_tables([texts, texts]), pa.ipc.new_file)
    (FOLDER / "delta").write_bytes(stream + (TABLES / "delta.arrows").read_bytes())


def wanted_names(columns, wanted):
    for name in wanted:
        yield next(each for each in columns if each == name or each.startswith(f"{name}_"))


if __name__ == "__main__":
    main()
