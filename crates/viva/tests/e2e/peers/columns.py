"""Reads the Parquet files of a folder, compares every cell with the CSV files of another, and prints the type of each column."""

import csv
import decimal
import pathlib
import sys

import polars


def told(value):
    """A cell as the CSV has it."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case decimal.Decimal():
            return f"{value:.6f}".rstrip("0").rstrip(".")
        case int() | str():
            return str(value)
        case moment:
            return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03}Z"


def kind(dtype):
    if isinstance(dtype, polars.Datetime):
        return f"Datetime[{dtype.time_unit},{dtype.time_zone}]"
    if isinstance(dtype, polars.Decimal):
        return f"Decimal[{dtype.precision},{dtype.scale}]"
    return str(dtype)


columns, rows = map(pathlib.Path, sys.argv[1:])
for path in sorted(columns.glob("*.parquet")):
    table = polars.read_parquet(path)
    with open(rows / f"{path.stem}.csv", newline="", encoding="utf-8") as file:
        head, *cells = csv.reader(file)
    assert head == table.columns, path
    assert cells == [[told(value) for value in row] for row in table.iter_rows()], path
    print(path.stem, len(cells), *(f"{name}:{kind(dtype)}" for name, dtype in table.schema.items()))
