#!/usr/bin/env python3
"""Sets `viva record verify` beside `sha256sum` of the same file, and prints the ratio of their times.

    python3 bench/verify/compare.py [EVENTS] [FILE]

The record is written by `cargo bench -p archive --bench verify`, and kept in FILE where one is named (a temporary one
otherwise); one that is there already is taken as it is. `viva` is built as it is handed out, with the profile `dist`, or is
the program that VIVA names. Each runs three times, in turn, the file being in memory; the fastest counts.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TIMES = 3


def program():
    if "VIVA" in os.environ:
        return os.environ["VIVA"]
    subprocess.run(["cargo", "build", "--quiet", "--profile", "dist", "-p", "viva"], cwd=ROOT, check=True)
    return ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "dist" / "viva"


def run(command, cores):
    """Seconds of time, seconds of processor time, and the most memory in KiB."""
    start = time.perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, preexec_fn=lambda: os.sched_setaffinity(0, cores)
    )
    _, status, usage = os.wait4(process.pid, 0)
    took = time.perf_counter() - start
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"{command} ended with {status}")
    return took, usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def main():
    events = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    all_cores = os.sched_getaffinity(0)
    one = {min(all_cores)}
    with tempfile.TemporaryDirectory() as temporary:
        file = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else f"{temporary}/long.viva").resolve()
        if not file.exists():
            write = ["cargo", "bench", "--quiet", "-p", "contest", "--bench", "verify", "--", str(events), str(file)]
            subprocess.run(write, cwd=ROOT, check=True)
        viva = program()
        rows = [
            ("sha256sum", ["sha256sum", str(file)], one),
            ("record verify, 1 core", [str(viva), "record", "verify", str(file)], one),
            (f"record verify, {len(all_cores)} cores", [str(viva), "record", "verify", str(file)], all_cores),
        ]
        best = {}
        for _ in range(TIMES):
            for name, command, cores in rows:
                found = run(command, cores)
                best[name] = tuple(map(min, best.get(name, found), found))
        print(f"{events} events, {file.stat().st_size} bytes\n")
        print(f"{'':<26}{'seconds':>9}{'ratio':>9}{'CPU s':>9}{'ratio':>9}{'MiB':>9}")
        peer, peer_cpu, _ = best["sha256sum"]
        for name, _, _ in rows:
            took, cpu, memory = best[name]
            print(f"{name:<26}{took:>9.2f}{took / peer:>7.2f} x{cpu:>9.2f}{cpu / peer_cpu:>7.2f} x{memory / 1024:>9.1f}")


if __name__ == "__main__":
    main()
