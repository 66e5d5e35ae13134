"""Loads the tables of this folder into pandas, with the types of their codebook.

    import load
    tables = load.tables(".")
    tables["ballots"].merge(tables["interviews"], on="interview")
"""

import json
import pathlib

import pandas

# Types that know of absent values.
TYPES = {"text": "string", "integer": "Int64", "number": "Float64", "boolean": "boolean", "moment": "string"}


def read(path, types):
    # An empty cell is absent; a word such as NA is a word that somebody said.
    return pandas.read_csv(path, dtype=types, keep_default_na=False, na_values=[""], encoding="utf-8")


def read_lines(path, types):
    # The columns of the codebook, also where no row names them.
    with open(path, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    columns = {column: [row[column] for row in rows] for column in types}
    return pandas.DataFrame({column: pandas.Series(columns[column], dtype=kind) for column, kind in types.items()})


def tables(folder):
    folder = pathlib.Path(folder)
    codebook = read(folder / "codebook.csv", "string")
    loaded = {}
    for name, columns in codebook.groupby("table", sort=False):
        types = dict(zip(columns["column"], columns["type"]))
        kinds = {column: TYPES[kind] for column, kind in types.items()}
        lines = folder / f"{name}.ndjson"
        table = read_lines(lines, kinds) if lines.exists() else read(folder / f"{name}.csv", kinds)
        for column in (column for column, kind in types.items() if kind == "moment"):
            table[column] = pandas.to_datetime(table[column], format="ISO8601", utc=True)
        loaded[name] = table
    return loaded


if __name__ == "__main__":
    for name, table in tables(pathlib.Path(__file__).parent).items():
        print(name, len(table), *(f"{column}:{kind}" for column, kind in table.dtypes.items()))
