"""The bytes of a bundle: archive, manifest, signatures, tree, commitments.

`docs/record.md`, from "Conventions" to "Verifying". Nothing here knows what a contest is, and one line of the file is held
in memory at a time. Alone, `python3 verifier/bundle.py NAME.viva [KEY]` says whether a bundle is whole and signed; KEY is the
organiser's, as `verifier.key` writes it.
"""

import base64
import hashlib
import json
import re
import struct
import sys
import zlib

LONGEST_LINE, LONGEST_NOTE, MOST_ENTRIES, MOST_STREAMS, PIECE = 8 << 20, 1 << 20, 65534, 1 << 18, 1 << 16
MOST_PARTS, LONGEST_STREAM = 16, 64
FIXED = ["README.txt", "events.jsonl", "private.jsonl", "leaf-hashes", "checkpoint", "verifier.key"]
README = "Vivavoce bundle, format 2"
# The whole of `README.txt`: it says what every other entry is, so no other text may stand there.
README_SHA256 = "ce744d73188e06cbbec9238605a5fcf0f4cae599116594b17835c63327d56c23"
NAME = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")
ENVELOPE = {"stream", "number", "type", "version", "time", "actor", "body"}


NOTE, COSIGNATURE = 1, 4
NEW_KEY, LONGEST_NEW_KEY = "vivavoce/cosigner-key/v1", 4096


class Broken(Exception):
    """Something in the bundle is not as it must be."""


class NotSigned(Broken):
    """A note has no signature by a key."""


def check(holds, what):
    """Not an assertion: `python3 -O` takes those out."""
    if not holds:
        raise Broken(what)


# Ed25519, RFC 8032, section 5.1, in extended coordinates.
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def add(a, b):
    x, y, z, t = a
    u, v, w, s = b
    e, f, g, h = (y - x) * (v - u) % P, (y + x) * (v + u) % P, 2 * t * s * D % P, 2 * z * w % P
    e, f, g, h = f - e, h - g, h + g, f + e
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number, point):
    sum_ = (0, 1, 1, 0)
    while number:
        if number & 1:
            sum_ = add(sum_, point)
        point, number = add(point, point), number >> 1
    return sum_


def point_of(data):
    """The point with this encoding; None when there is none, or it has another."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    return (P - x if x & 1 != sign else x, y, 1, x * y % P if x & 1 == sign else (P - x) * y % P)


def same(a, b):
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(key, message, signature):
    """Whether Ed25519 verifies; points of small order, which sign anything, are refused."""
    a, r = point_of(key), point_of(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or a is None or r is None or s >= L:
        return False
    if any(same(times(8, point), (0, 1, 1, 0)) for point in (a, r)):
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    return same(times(s, BASE), add(r, times(k, a)))


def sha256(data):
    return hashlib.sha256(data).digest()


def base64_of(text, what):
    """One spelling only."""
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        raise Broken(f"{what} is not base64") from None
    check(base64.b64encode(data).decode() == text, f"{what} is not in the one base64 form")
    return data


def key_of(text):
    """Name, id, bytes and kind of a public key `name+id+key`."""
    parts = text.split("+", 2)
    check(len(parts) == 3, "a public key has the form name+id+key")
    name, key = parts[0], base64_of(parts[2], "the public key")
    check(is_key_name(name), "a key cannot have this name")
    is_known = len(key) == 33 and key[0] in (NOTE, COSIGNATURE)
    check(is_known and point_of(key[1:]) is not None, "the public key is not one of Ed25519")
    check(parts[1] == sha256(name.encode() + b"\n" + key)[:4].hex(), "the key's id is not that of its name and bytes")
    return name, bytes.fromhex(parts[1]), key[1:], key[0]


def for_notes(key):
    """A cosigner's key as it signs what is no checkpoint."""
    name, _, public, _ = key
    return name, sha256(name.encode() + b"\n" + bytes([NOTE]) + public)[:4], public, NOTE


def is_key_name(name):
    return name != "" and "+" not in name and not any(c.isspace() or ord(c) < 32 or 127 <= ord(c) < 160 for c in name)


def signed_text(note, key, what):
    """The text of a note that this key has signed, and how many signatures there are."""
    name, identity, public, kind = key
    check(len(note) <= LONGEST_NOTE and note.endswith(b"\n"), f"`{what}` is too long, or does not end in a newline")
    check(not any(byte < 32 and byte != 10 for byte in note), f"`{what}` holds control characters")
    text, gap, lines = text_of(note, what).rpartition("\n\n")
    check(gap and lines, f"`{what}` has no signatures")
    signed, lines = False, lines.split("\n")[:-1]
    check(len(lines) <= 100, f"`{what}` has more than 100 signatures")
    for line in lines:
        words = line.split(" ")
        check(
            len(words) == 3 and words[0] == "\u2014" and is_key_name(words[1]),
            f"`{what}` has a line that is no signature",
        )
        signature = base64_of(words[2], f"a signature of `{what}`")
        check(len(signature) >= 4, f"`{what}` has a signature without an id")
        if (words[1], signature[:4]) == (name, identity):
            message, signature, fits = (text + "\n").encode(), signature[4:], True
            if kind == COSIGNATURE:
                time, signature = int.from_bytes(signature[:8], "big"), signature[8:]
                message, fits = f"cosignature/v1\ntime {time}\n".encode() + message, time < 1 << 63
            check(fits and is_signed(public, message, signature), f"the signature of `{what}` does not fit its text")
            signed = True
    if not signed:
        raise NotSigned(f"`{what}` is not signed by {name}")
    return text + "\n", len(lines)


def new_key_of(note):
    """The key that a cosigner had, and the one that it named after it; None where the note names none."""
    try:
        check(len(note) <= LONGEST_NEW_KEY, "it is too long")
        lines = text_of(note, "note").rpartition("\n\n")[0].split("\n")
        check(len(lines) == 3 and lines[0] == NEW_KEY, "it has another form")
        old, new = key_of(lines[1]), key_of(lines[2])
        check(old[3] == new[3] == COSIGNATURE and old[0] == new[0] and old != new, "they are no two keys of a cosigner")
        for key in (old, new):
            signed_text(note, for_notes(key), "note")
    except Broken:
        return None
    return old, new


def text_of(data, what):
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Broken(f"`{what}` is not UTF-8") from None


def once(members):
    value = dict(members)
    check(not any(name.startswith("$serde_json::") for name in value), "a member name begins as none may")
    check(len(value) == len(members), "a member name occurs twice")
    return value


def no_fraction(text):
    raise Broken(f"{text} is no integer")


def canonical(value, depth=0):
    """The RFC 8785 form of a value without fractions."""
    check(depth <= 100, "objects and arrays stand more than 100 deep")
    if isinstance(value, dict):
        members = sorted(value.items(), key=lambda member: member[0].encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(canonical(name) + ":" + canonical(member, depth + 1) for name, member in members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical(item, depth + 1) for item in value) + "]"
    if isinstance(value, int) and not isinstance(value, bool):
        check(abs(value) < 1 << 53, f"{value} is not within 2^53 - 1")
    return json.dumps(value, ensure_ascii=False)


def read_canonical(line, what):
    try:
        text = text_of(line, what)
        value = json.loads(text, object_pairs_hook=once, parse_float=no_fraction, parse_constant=no_fraction)
        check(canonical(value).encode() == line, f"{what} is not in canonical form")
    except Broken as why:
        raise Broken(f"{what}: {why}") from None
    except (ValueError, RecursionError):
        raise Broken(f"{what} is not JSON that a record holds") from None
    return value


def is_json(line):
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


class Archive:
    """The entries of a bundle, after every byte that is not their data was compared with what it must be."""

    def __init__(self, file):
        self.file, self.entries, at = file, {}, 0
        while self.read(at, 4) == b"PK\x03\x04":
            at = self.entry(at)
        directory = b""
        for name, (data, size, crc) in self.entries.items():
            directory += b"PK\x01\x02" + struct.pack("<H", 45) + common(name, crc, 28) + bytes(10) + b"\xff" * 4
            directory += name + struct.pack("<HHQQQ", 1, 24, size, size, data - 50 - len(name))
        count, length = len(self.entries), len(directory)
        end = struct.pack("<4sQHHIIQQQQ", b"PK\x06\x06", 44, 45, 45, 0, 0, count, count, length, at)
        end += struct.pack("<4sIQI", b"PK\x06\x07", 0, at + length, 1)
        end += b"PK\x05\x06" + bytes(4) + b"\xff" * 12 + bytes(2)
        expected = directory + end
        check(
            self.read(at, len(expected) + 1) == expected,
            "archive: it does not end as it must, or something else follows",
        )
        self.entries = {text_of(name, "a name"): place for name, place in self.entries.items()}

    def entry(self, at):
        fixed = self.read(at, 30)
        check(len(fixed) == 30, "archive: it ends in a header")
        crc, length = struct.unpack("<I", fixed[14:18])[0], struct.unpack("<H", fixed[26:28])[0]
        name, extra = self.read(at + 30, length), self.read(at + 30 + length, 20)
        check(len(name) == length <= 100 and len(extra) == 20, "archive: it ends in a header, or has a long name")
        size = struct.unpack("<Q", extra[4:12])[0]
        header = b"PK\x03\x04" + common(name, crc, 20) + name + struct.pack("<HHQQ", 1, 16, size, size)
        check(fixed + name + extra == header, f"archive: the header of {name} is not as it must be")
        check(
            name not in self.entries and len(self.entries) < MOST_ENTRIES,
            "archive: an entry occurs twice, or there are too many",
        )
        data = at + len(header)
        self.file.seek(0, 2)
        check(data + size <= self.file.tell(), f"`{name.decode('utf-8', 'replace')}`: the file ends inside this entry")
        self.entries[name] = (data, size, crc)
        return data + size

    def read(self, at, length):
        self.file.seek(at)
        return self.file.read(length)

    def pieces(self, name):
        at, left, _ = self.entries[name]
        while left:
            piece = self.read(at, min(left, PIECE))
            check(piece, "the file became shorter")
            yield piece
            at, left = at + len(piece), left - len(piece)

    def lines(self, name, what="a line"):
        """Each without its newline, which the last one has too. `what` says what a line is, `{}` being its number."""
        rest, count = b"", 0
        for piece in self.pieces(name):
            *whole, rest = (rest + piece).split(b"\n")
            for line in whole:
                count += 1
                check(len(line) <= LONGEST_LINE, f"{what.format(count)} of `{name}` is too long")
                yield line
            check(len(rest) <= LONGEST_LINE, f"{what.format(count + 1)} of `{name}` is too long")
        check(rest == b"", f"{what.format(count + 1)}, the last of `{name}`, does not end in a newline")

    def whole(self, name):
        check(self.entries[name][1] <= LONGEST_NOTE, f"`{name}` is too long")
        return b"".join(self.pieces(name))

    def digest(self, name):
        digest, crc = hashlib.sha256(), 0
        for piece in self.pieces(name):
            digest.update(piece)
            crc = zlib.crc32(piece, crc)
        check(crc == self.entries[name][2], f"`{name}` does not have its CRC-32")
        return digest.hexdigest()


def common(name, crc, extra):
    """What a local header and a directory record share."""
    return struct.pack("<HHHHHIIIHH", 45, 0, 0, 0, 0x21, crc, 0xFFFFFFFF, 0xFFFFFFFF, len(name), extra)


def is_attachment(name):
    parts = name.split("/")
    return len(name) <= 100 and all(part and part[0] != "." and set(part) <= NAME for part in parts)


def hash_of(text):
    return isinstance(text, str) and len(text) == 64 and set(text) <= set("0123456789abcdef")


class Tree:
    """The roots of the full subtrees, largest first."""

    def __init__(self):
        self.peaks, self.size = [], 0

    def append(self, leaf):
        size = self.size
        while size & 1:
            leaf, size = sha256(b"\x01" + self.peaks.pop() + leaf), size >> 1
        self.peaks.append(leaf)
        self.size += 1

    def root(self):
        if not self.peaks:
            return sha256(b"")
        root = self.peaks[-1]
        for peak in self.peaks[-2::-1]:
            root = sha256(b"\x01" + peak + root)
        return root


# The name of the member that says which event a line is about, with one byte that may be another: so that a line which was changed
# there is still told by its event.
NEARLY_EVENT = b"(?:" + b"|".join(b'"event":'[:at] + b"." + b'"event":'[at + 1 :] for at in range(8)) + b")"


class Openings:
    """The lines of `private.jsonl`, event by event."""

    def __init__(self, archive):
        self.lines, self.last, self.size = archive.lines("private.jsonl"), (0, ""), 0
        self.step()

    def step(self):
        line, self.next = next(self.lines, None), None
        if line is not None:
            event = re.search(rb'"event":([0-9]{1,18}),', line) or re.search(NEARLY_EVENT + rb"([0-9]{1,18}),", line, re.S)
            what = f"event {int(event[1])}: its line in `private.jsonl`" if event else "`private.jsonl`: a line"
            self.next = opening = read_canonical(line, what)
            check(
                isinstance(opening, dict) and set(opening) == {"data", "event", "part", "salt"}, f"{what} opens nothing"
            )
            check(type(opening["event"]) is int and isinstance(opening["part"], str), f"{what} opens nothing")
            place = (opening["event"], opening["part"])
            check(place > self.last and place[0] > 0, f"{what} is not in ascending order")
            self.size = len(line) + 1 + (self.size if place[0] == self.last[0] else 0)
            check(self.size <= LONGEST_LINE, f"event {place[0]} has more private data than is read")
            self.last = place

    def of(self, event, commitments):
        """The data of each part that this event commits to; None where it was taken out."""
        private = dict.fromkeys(commitments)
        while self.next is not None and self.next["event"] == event:
            part, salt = self.next["part"], self.next["salt"]
            check(part in commitments, f"event {event}: nothing is committed to as `{part}`")
            check(
                isinstance(salt, str) and len(salt) == 32 and set(salt) <= set("0123456789abcdef"),
                f"event {event}: no salt",
            )
            data = canonical(self.next["data"]).encode()
            found = sha256(b"vivavoce/private/v2\0" + bytes.fromhex(salt) + data).hex()
            check(found == commitments[part], f"event {event}: `{part}` is not the private data that was committed to")
            check(self.next["data"] is not None, f"event {event}: `{part}` is opened, and holds nothing")
            private[part] = self.next["data"]
            self.step()
        return private


def commitments_of(event, number):
    """What an event commits to, after its envelope was looked at."""
    what = f"event {number}"
    check(isinstance(event, dict) and set(event) == ENVELOPE, f"{what} is no envelope")
    check(all(isinstance(event[name], str) for name in ("stream", "type", "time", "actor")), f"{what} is no envelope")
    check(all(type(event[name]) is int for name in ("number", "version")), f"{what} is no envelope")
    check(event["number"] > 0 and 0 <= event["version"] < 1 << 32, f"{what} has a number out of range")
    check(isinstance(event["body"], dict), f"{what} is no envelope")
    private = event["body"].get("private", {})
    check(isinstance(private, dict) and (private or "private" not in event["body"]), f"{what} commits to nothing")
    part = set("abcdefghijklmnopqrstuvwxyz-")
    check(len(private) <= MOST_PARTS, f"{what} commits to too many parts")
    check(len(event["stream"].encode()) <= LONGEST_STREAM, f"{what} has a stream with a long name")
    check(all(1 <= len(name) <= 32 and set(name) <= part for name in private), f"{what} names a part wrongly")
    check(all(map(hash_of, private.values())), f"{what} has a commitment that is no hash")
    return private


def head_of(note):
    """Origin, number of events and root of a checkpoint, whoever signed it."""
    text = text_of(note, "checkpoint").partition("\n\n")[0].split("\n")
    check(len(text) == 3 and text[1].isdecimal() and str(int(text[1])) == text[1], "a checkpoint has three lines")
    root = base64_of(text[2], "the root of a checkpoint")
    check(len(root) == 32, "a root has 32 bytes")
    return text[0], int(text[1]), root


class Bundle:
    """A bundle whose bytes were checked.

    `key` is the line of `verifier.key`; `roots` are those after as many events as earlier heads have.
    """

    def __init__(self, file, trusted=None, cosigners=(), heads=()):
        self.archive, self.roots, self.tree = Archive(file), {}, Tree()
        self.opening, self.opened, self.redacted = None, 0, 0
        self.check_entries()
        self.check_events({size for _, size, _ in heads})
        self.check_manifest()
        text = text_of(self.archive.whole("verifier.key"), "verifier.key")
        check(text.endswith("\n"), "`verifier.key` is not one line")
        self.key, key = text[:-1], key_of(text[:-1])
        check(trusted is None or key == trusted, "`verifier.key` is another key than the one that was given")
        check(key[3] == NOTE, "`verifier.key` is a cosigner's key")
        signatures = signed_text(self.archive.whole("manifest"), key, "manifest")[1]
        check(signatures == 1, "`manifest` has other signatures than that of the key")
        signed_text(self.archive.whole("checkpoint"), key, "checkpoint")
        notes = [name for name in self.attachments if name.startswith("cosigners/")][:100]
        sized = [name for name in notes if self.archive.entries[name][1] <= LONGEST_NEW_KEY]
        self.new_keys = {name: new_key_of(b"".join(self.archive.pieces(name))) for name in sized}
        for cosigner in cosigners:
            check(self.is_cosigned(cosigner), f"`checkpoint` is not signed by {cosigner[0]}")
        self.vouched = trusted is not None or bool(cosigners)
        self.check_head(key[0])

    def is_cosigned(self, cosigner):
        """Whether a cosigner has signed the last head, under the key that is given or one that was named after it."""
        keys, note = [cosigner], self.archive.whole("checkpoint")
        for key in keys:
            keys += [named[1] for named in self.new_keys.values() if named and named[0] == key and named[1] not in keys]
        for key in keys:
            try:
                return bool(signed_text(note, key, "checkpoint"))
            except NotSigned:
                pass
        return False

    def check_entries(self):
        names = list(self.archive.entries)
        self.attachments = [name for name in names if name not in (*FIXED, "manifest")]
        missing = next((name for name in (*FIXED, "manifest") if name not in names), None)
        check(missing != "events.jsonl", "event 1 is missing, as `events.jsonl` is")
        check(missing is None, f"`{missing}` is missing")
        bad = next((name for name in self.attachments if not is_attachment(name)), None)
        check(bad is None, f"no attachment may have the name `{bad}`")
        in_order = names == [*FIXED, *sorted(self.attachments), "manifest"]
        check(in_order, "archive: the entries are not those of a bundle, in their order")
        first = next(self.archive.lines("README.txt"), b"").decode("utf-8", "replace")
        check(first == README, f"`README.txt` is not that of a version that is known here: {first}")
        check(self.archive.digest("README.txt") == README_SHA256, "`README.txt` is not the text of this version")

    def check_events(self, sizes):
        """The lines of every event, one after the other; the root of the first ones, where an earlier head is of so many."""
        differs, self.is_listed = None, True
        hashes, signed = self.archive.lines("leaf-hashes"), self.archive.whole("checkpoint").decode("utf-8", "replace")
        size, root = (signed.split("\n") + ["", ""])[1:3]
        lines, number = self.lines(int(size) if size.isdecimal() and len(size) < 16 else None), 0
        while True:
            try:
                number, line, event, private = next(lines)
            except StopIteration:
                break
            except Broken:
                # An event before this one may be another than was signed, and then this one is wrong because of it.
                check(not (differs and self.are_signed(size, root)), f"event {differs} does not have its listed hash")
                raise
            leaf, hashed = sha256(b"\0" + line), next(hashes, b"")
            self.tree.append(leaf)
            if hashed != leaf.hex().encode():
                differs = differs or number
            gone = sum(data is None for data in private.values())
            self.opened, self.redacted = self.opened + len(private) - gone, self.redacted + gone
            if number in sizes:
                self.roots[number] = self.tree.root()
            if event["type"] in ("assignment-opened", "replanned"):
                self.note_opening(event)
        rest = next(hashes, None) is not None
        if differs or rest:
            are_signed = self.are_signed(size, root)
            check(not (are_signed and differs), f"event {differs} does not have its listed hash in `leaf-hashes`")
            check(not are_signed, f"event {self.tree.size + 1} is missing: `leaf-hashes` lists it")
        self.is_listed = not differs and not rest

    def are_signed(self, size, root):
        """Whether the listed hashes are those that were signed: what differs from them, or is not there, was changed."""
        listed = Tree()
        try:
            for line in self.archive.lines("leaf-hashes"):
                hashed = line.decode("latin-1")
                if hash_of(hashed):
                    listed.append(bytes.fromhex(hashed))
        except Broken:
            return False
        return base64.b64encode(listed.root()).decode() == root and str(listed.size) == size

    def check_manifest(self):
        """Every other entry is listed with its hash, in the order of the archive."""
        text, lines = text_of(self.archive.whole("manifest"), "manifest").partition("\n\n")[0].split("\n"), {}
        for digest, _, name in (line.partition("  ") for line in text):
            if hash_of(digest):
                lines[name] = digest
        others, is_read = [name for name in self.archive.entries if name != "manifest"], len(lines) == len(text)
        for name in others:
            found = self.archive.digest(name)
            # A manifest with a line that cannot be read does not say what it leaves out.
            check(name in lines or not is_read, f"`{name}` is not listed by the `manifest`")
            check(lines.get(name, found) == found, f"`{name}` does not have the hash that the `manifest` lists")
        self.archive.digest("manifest")
        check(text == [f"{lines.get(name)}  {name}" for name in others], "`manifest` lists something else")

    def check_head(self, origin):
        note = text_of(self.archive.whole("checkpoint"), "checkpoint")
        text, size, root = note.partition("\n\n")[0] + "\n", self.tree.size, base64.b64encode(self.tree.root()).decode()
        lines = text.split("\n")
        is_head = len(lines) == 4 and lines[0] == origin and lines[1].isdecimal() and str(int(lines[1])) == lines[1]
        check(is_head, "`checkpoint` is not origin, number of events and root, a line each")
        check(lines[1] == str(size), f"`events.jsonl` has {size} events, and another number were signed: {lines[1]}")
        check(lines[2] == root, "`events.jsonl` does not hold the events that were signed")
        check(self.is_listed, "`leaf-hashes` does not list the hashes of the events")

    def note_opening(self, event):
        """What is opened at the end is known to those who judge the events before."""
        known = self.opening or {"replanned": False, "body": None}
        if event["type"] == "replanned":
            known["replanned"] = True
        elif known["body"] is None:
            known["body"] = event["body"]
        self.opening = known

    def lines(self, size=None):
        """Every event with its number, its line, and the data of its private parts; `size` is how many were signed."""
        openings, streams = Openings(self.archive), {}
        for number, line in enumerate(self.archive.lines("events.jsonl", "event {}"), 1):
            check(
                size is None or number <= size or is_json(line),
                f"`events.jsonl` has a line {number} that was not signed",
            )
            event = read_canonical(line, f"event {number}")
            private = openings.of(number, commitments_of(event, number))
            count = streams[event["stream"]] = streams.get(event["stream"], 0) + 1
            check(event["number"] == count, f"event {number} does not have number {count} of its stream")
            check(len(streams) <= MOST_STREAMS, "there are too many streams")
            yield number, line, event, private
        fits = openings.next is None or size is not None and size != sum(streams.values())
        check(fits, "`private.jsonl` opens events that are not there")

    def json(self, name):
        """An attachment, which is indented by two spaces; None where it is not there."""
        if name not in self.attachments:
            return None
        text = text_of(b"".join(self.archive.pieces(name)), name)
        try:
            value = json.loads(text, object_pairs_hook=once, parse_float=no_fraction, parse_constant=no_fraction)
        except (Broken, ValueError, RecursionError):
            raise Broken(f"`{name}` is not JSON") from None
        check(value is not None, f"`{name}` holds nothing")
        check(
            json.dumps(value, indent=2, ensure_ascii=False) + "\n" == text,
            f"`{name}` is not written as records write it",
        )
        return value


def main(arguments):
    if len(arguments) not in (1, 2):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    try:
        trusted = key_of(arguments[1].strip()) if arguments[1:] else None
        file = open(arguments[0], "rb")
    except (Broken, OSError) as why:
        print(why, file=sys.stderr)
        return 2
    with file:
        try:
            found = Bundle(file, trusted)
        except Broken as why:
            print(f"BROKEN: {why}")
            return 1
    whose = "the key that was given" if trusted else "the key it brings along"
    print(
        f"{found.key.split('+')[0]}: whole, {found.tree.size} events, {found.opened} private parts opened, "
        f"{found.redacted} taken out, root {found.tree.root().hex()}, signed by {whose}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
