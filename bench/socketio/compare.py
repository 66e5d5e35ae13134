#!/usr/bin/env python3
"""Sets our endpoint of socket.io beside the npm server: messages a second, and processor time of the server a message.

    ./test --peers
    cargo build --release
    python3 bench/socketio/compare.py [PAIRS] [MESSAGES]

PAIRS judges and confederates (5) exchange MESSAGES each way (2,000), eight under way at a time, over WebSocket. The clients
are the same process with the same library. Ours records every message durably and sends it on from the view; the peer keeps
it in memory. Each runs three times, in turn; the median counts.
"""

import http.cookiejar
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
VIVA = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release" / "viva"
NODE = pathlib.Path(os.environ.get("VIVA_TEST_NODE", ROOT / "target" / "peers" / "node"))
PAIRS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
MESSAGES = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
TICKS = os.sysconf("SC_CLK_TCK")


def node(script, package, *arguments):
    environment = os.environ | {"NODE_PATH": str(NODE / "node_modules"), "LIBRARY": package}
    command = ["node", str(HERE / script), *map(str, arguments)]
    return subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def cpu(process):
    """The processor time of a process so far, in seconds, with that of the kernel on its behalf."""
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def measured(server, url, secrets, start):
    """Messages a second, and microseconds of the server's processor time a message."""
    clients = node("clients.js", "socket.io-client-4", url, PAIRS, MESSAGES, ",".join(secrets))
    assert clients.stdout.readline() == "registered\n", "the clients could not register"
    start()
    assert clients.stdout.readline() == "go\n", "the judges did not find their partners"
    before = cpu(server)
    clients.stdin.write("go\n")
    clients.stdin.flush()
    seconds = float(clients.stdout.readline())
    count = 2 * PAIRS * MESSAGES
    return count / seconds, (cpu(server) - before) / count * 1e6


def theirs():
    server = node("server.js", "socket.io-4", PAIRS)
    url = server.stdout.readline().strip()

    def start():
        server.stdin.write("start\n")
        server.stdin.flush()

    try:
        return measured(server, url, ["secret"] * 2 * PAIRS, start)
    finally:
        server.kill()


def contest():
    people = "".join(f'[[{kind}]]\nname = "{kind} {n}"\n' for kind in ("judge", "confederate") for n in range(PAIRS))
    command = f'protocol = "stdio"\ncommand = ["{VIVA}", "entry", "play", "doctor"]\n'
    entries = "".join(f'[[entry]]\nname = "P{n}"\ncontestant = "T{n}"\n{command}' for n in range(PAIRS))
    head = 'name = "A bench"\nid = "bench"\norganiser = "Nobody"\nrulebook = "five-minute-2014"\nseed = "bench"\n'
    roles = f"[overrides.roles]\njudges = {PAIRS}\nentries = {PAIRS}\nconfederates = {PAIRS}\n"
    return f"{head}{people}{entries}{roles}[overrides.interview.medium.messages]\nmessages = {2 * MESSAGES + 100}\n"


def ours():
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_FOLDER", ROOT)) as folder:
        file = pathlib.Path(folder) / "contest.toml"
        file.write_text(contest())
        command = [VIVA, "serve", "--data", folder + "/data", "--listen", "127.0.0.1:0", file]
        server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        try:
            said = ""
            while "serving " not in said:
                said += server.stderr.readline() or sys.exit(said)
            url = re.search(r"serving .*?(http://[^\s]+)", said).group(1)
            jar = http.cookiejar.CookieJar()
            browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
            post = lambda address, **form: browser.open(address, urllib.parse.urlencode(form).encode()).read().decode()
            post(re.search(r"http://\S+/join/\w+", said).group(0))
            page = post(f"{url}/bench/organiser/links", who="all-not-joined")
            secrets = list(dict.fromkeys(re.findall(r"/join/(\w{32})", page)))
            start = lambda: post(f"{url}/bench/organiser/do", action="open-round", anyway="true")
            return measured(server, url, secrets, start)
        finally:
            server.kill()
            server.wait()


def main():
    runs = [(ours(), theirs()) for _ in range(3)]
    (our_rate, our_cpu), (their_rate, their_cpu) = (
        [statistics.median(run[side][figure] for run in runs) for figure in (0, 1)] for side in (0, 1)
    )
    print(f"{PAIRS} pairs, {2 * PAIRS * MESSAGES} messages")
    print(f"{'':<24}{'messages/s':>12}{'processor time a message':>28}")
    print(f"{'viva':<24}{our_rate:>12.0f}{our_cpu:>25.1f} us")
    print(f"{'npm socket.io 4.8.1':<24}{their_rate:>12.0f}{their_cpu:>25.1f} us{their_cpu / our_cpu:>8.2f} x")


if __name__ == "__main__":
    main()
