#!/usr/bin/env python3
"""Sets `viva record export` beside polars, which writes the same tables from memory, and prints the ratio of their times.

    python3 bench/tables/compare.py [EVENTS] [FILE]

The record is written by `cargo bench -p archive --bench verify`, and kept in FILE where one is named (a temporary one
otherwise); one that is there already is taken as it is. `viva` is built with Parquet as it is handed out, with the profile `dist`,
or is the program that VIVA names. `viva record stat` reads the same record as often and writes nothing: what an export takes beyond
it goes into rows. Each runs three times, in turn; the fastest counts. polars (`pip install polars==1.35.2`) has as many cores.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

import polars

ROOT = pathlib.Path(__file__).resolve().parents[2]
TIMES = 3


def program():
    if "VIVA" in os.environ:
        return pathlib.Path(os.environ["VIVA"])
    build = ["cargo", "build", "--quiet", "--profile", "dist", "-p", "viva", "--features", "parquet"]
    subprocess.run(build, cwd=ROOT, check=True)
    return ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "dist" / "viva"


def run(command):
    """Seconds of processor time, and the most memory in MiB."""
    process = subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"{command} ended with {status}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def written(write):
    """Seconds of processor time."""
    before = time.process_time()
    write()
    return time.process_time() - before


def main():
    events = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as temporary:
        temporary = pathlib.Path(temporary)
        file = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else temporary / "long.viva").resolve()
        if not file.exists():
            write = ["cargo", "bench", "--quiet", "-p", "contest", "--bench", "verify", "--", str(events), str(file)]
            subprocess.run(write, cwd=ROOT, check=True)
        viva = program()
        best = {}

        def keep(name, took, memory=0.0):
            best[name] = tuple(map(min, best.get(name, (took, memory)), (took, memory)))

        for _ in range(TIMES):
            keep("read", *run([viva, "record", "stat", file]))
            for form in ["csv", "parquet"]:
                out = temporary / form
                keep(f"viva {form}", *run([viva, "record", "export", file, f"--{form}", "--force", "--out", out]))
            tables = {path.stem: polars.read_parquet(path) for path in (temporary / "parquet").glob("*.parquet")}
            peer = temporary / "peer"
            peer.mkdir(exist_ok=True)
            for form, write in [
                ("csv", lambda table, to: table.write_csv(to, datetime_format="%Y-%m-%dT%H:%M:%S%.3fZ")),
                ("parquet", lambda table, to: table.write_parquet(to, compression="snappy")),
            ]:
                all_of_them = lambda: [write(table, peer / f"{name}.{form}") for name, table in tables.items()]
                keep(f"polars {form}", written(all_of_them))
        rows = sum(map(len, tables.values()))
        print(f"{file.stat().st_size} bytes, {rows} rows\n")
        print(f"{'':<10}{'reading':>12}{'rows':>9}{'whole':>9}{'MiB':>8}{'polars':>9}{'rows/polars':>13}{'whole/polars':>14}")
        reading, _ = best["read"]
        for form in ["csv", "parquet"]:
            (whole, memory), (peer, _) = best[f"viva {form}"], best[f"polars {form}"]
            writing = max(whole - reading, 0.0)
            print(
                f"{form:<10}{reading:>10.2f} s{writing:>7.2f} s{whole:>7.2f} s{memory:>8.1f}{peer:>7.2f} s"
                f"{writing / peer:>11.2f} x{whole / peer:>12.2f} x"
            )


if __name__ == "__main__":
    main()
