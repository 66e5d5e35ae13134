#!/usr/bin/env python3
"""Sets the tally beside polars on the same million ballots, and prints the ratio of their times.

    pip install polars==1.35.2
    python3 bench/tally/compare.py [FOLDER]

Both read the same CSV, take the mean of each witness over all judges, and put the witnesses in order; the orders have to be
the same. The fastest of five runs counts. Polars uses all cores. FOLDER keeps the ballots (a temporary one otherwise).
"""

import pathlib
import subprocess
import sys
import tempfile
import time

import polars as pl

ROOT = pathlib.Path(__file__).resolve().parents[2]
TIMES = 5
BALLOTS = 1_000_000


def ours(folder):
    """The line of each kind: seconds from the file, seconds from memory, and the order of the witnesses."""
    command = ["cargo", "bench", "--quiet", "-p", "tally", "--bench", "tally", "--", str(folder)]
    lines = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    cells = (line.split() for line in lines if line.startswith(("ratings", "rankings")))
    return {name: (float(file), float(memory), order) for name, file, memory, *order in cells}


def theirs(file, column):
    from_file = from_memory = float("inf")
    for _ in range(TIMES):
        start = time.perf_counter()
        table = pl.read_csv(file)
        half = time.perf_counter()
        means = (
            table.group_by("witness")
            .agg(pl.col(column).mean().alias("mean"))
            .with_columns(pl.col("mean").rank("min", descending=True).alias("place"))
            .sort("place", "witness")
        )
        end = time.perf_counter()
        from_file, from_memory = min(from_file, end - start), min(from_memory, end - half)
    return from_file, from_memory, means["witness"].to_list()


def main():
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else temporary).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        measured = ours(folder)
        print(f"{'ballots':<10}{'from':<8}{'ours':>16}{'polars ' + pl.__version__:>18}{'ratio':>10}")
        for name, column in [("ratings", "humanness"), ("rankings", "rank")]:
            file, memory, order = measured[name]
            their_file, their_memory, their_order = theirs(folder / f"{name}.csv", column)
            for kind, our_time, their_time in [("file", file, their_file), ("memory", memory, their_memory)]:
                rates = f"{BALLOTS / our_time:>14.0f}/s{BALLOTS / their_time:>16.0f}/s"
                print(f"{name:<10}{kind:<8}{rates}{their_time / our_time:>8.2f} x")
            if order != their_order:
                sys.exit(f"{name}: the orders differ: {order[:5]} and {their_order[:5]}")


if __name__ == "__main__":
    main()
