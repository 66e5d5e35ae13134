"""Loads the tables of this folder into pandas, with the types of their codebook.

    import load
    tables = load.tables(".")
    tables["ballots"].merge(tables["interviews"], on="interview")
"""

import pathlib

import pandas

# Types that know of absent values.
TYPES = {"text": "string", "integer": "Int64", "boolean": "boolean", "moment": "string"}


def read(path, types):
    # An empty cell is absent; a word such as NA is a word that somebody said.
    return pandas.read_csv(path, dtype=types, keep_default_na=False, na_values=[""], encoding="utf-8")


def tables(folder):
    folder = pathlib.Path(folder)
    codebook = read(folder / "codebook.csv", "string")
    loaded = {}
    for name, columns in codebook.groupby("table", sort=False):
        types = dict(zip(columns["column"], columns["type"]))
        table = read(folder / f"{name}.csv", {column: TYPES[kind] for column, kind in types.items()})
        for column in (column for column, kind in types.items() if kind == "moment"):
            table[column] = pandas.to_datetime(table[column], format="ISO8601", utc=True)
        loaded[name] = table
    return loaded


if __name__ == "__main__":
    for name, table in tables(pathlib.Path(__file__).parent).items():
        print(name, len(table), *(f"{column}:{kind}" for column, kind in table.dtypes.items()))
