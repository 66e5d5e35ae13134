#!/usr/bin/env python3
"""Sets `viva record publish` beside cp, which writes the same pages from a folder, and prints the times and their ratio.

    python3 bench/publish/compare.py [CONVERSATIONS] [FOLDER]

A past of so many conversations (1,000), of ten lines each way, is imported and published. FOLDER is where everything is written, and so
the disk: `target` by default, because in memory a sync is free. `viva` is built as it is handed out, with the profile `dist`, or is the
program that VIVA names. The peer is `cp -r` of the pages that were written, with one `sync -f` behind it, and again with a `sync` of every
single file. Each runs three times, in turn; the fastest counts, by the clock.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARGET = ROOT / os.environ.get("CARGO_TARGET_DIR", "target")
TIMES = 3
LINES = 10
SAID = {
    "judge": "What did you have for breakfast this morning, and who was there?",
    "witness": "Nothing much, just coffee and a roll: I was late again, and nobody was.",
}


def program():
    if "VIVA" in os.environ:
        return pathlib.Path(os.environ["VIVA"]).resolve()
    subprocess.run(["cargo", "build", "--quiet", "--profile", "dist", "-p", "viva"], cwd=ROOT, check=True)
    return TARGET / "dist" / "viva"


def past(conversations):
    """That many conversations of judges with witnesses of their own, as transcripts in NDJSON."""
    for number in range(1, conversations + 1):
        yield {
            "conversation": {
                "witness": f"Witness {number}",
                "role": "entry",
                "contestant": "Nobody",
                "judge": number % 64 + 1,
                "started": "2020-01-01T10:00:00.000Z",
                "utc_offset": 0,
                "notice": "",
            }
        }
        for second in range(2 * LINES):
            by = "witness" if second % 2 else "judge"
            yield {"said": {"at": f"2020-01-01T10:00:{second:02}.000Z", "by": by, "text": f"{SAID[by]} ({number})"}}


def run(command, codes=(0,)):
    """Seconds by the clock, and of processor time."""
    before = time.perf_counter()
    process = subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) not in codes:
        sys.exit(f"{command} ended with {os.waitstatus_to_exitcode(status)}")
    return time.perf_counter() - before, usage.ru_utime + usage.ru_stime


def main():
    conversations = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else TARGET
    viva = program()
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        temporary = pathlib.Path(temporary)
        transcripts, record = temporary / "past.ndjson", temporary / "past.viva"
        transcripts.write_text("".join(json.dumps(line) + "\n" for line in past(conversations)))
        run([viva, "record", "import", transcripts, "--form", "ndjson", "--out", record])
        site, copy = temporary / "site", temporary / "copy"
        best = {}
        # An imported past has no result: its pages end with 3.
        publish = [viva, "record", "publish", record, "--out", site]
        ways = [
            ("viva record publish", site, publish, (3,)),
            ("cp -r, one sync", copy, ["sh", "-c", f"cp -r {site} {copy} && sync -f {copy}"], (0,)),
            ("cp -r, each synced", copy, ["sh", "-c", f"cp -r {site} {copy} && find {copy} -type f -exec sync {{}} +"], (0,)),
        ]
        for _ in range(TIMES):
            for name, out, command, codes in ways:
                shutil.rmtree(out, ignore_errors=True)
                os.sync()
                took = run(command, codes)
                best[name] = min(best.get(name, took), took)
        files = [path for path in site.rglob("*") if path.is_file()]
        print(f"{conversations} conversations, {len(files)} files, {sum(path.stat().st_size for path in files)} bytes\n")
        ours, _ = best["viva record publish"]
        for name, (clock, processor) in best.items():
            print(f"{name:<22}{clock:>7.2f} s by the clock{processor:>7.2f} s of processor time{ours / clock:>8.2f} x")


if __name__ == "__main__":
    main()
