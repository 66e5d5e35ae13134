#!/usr/bin/env python3
"""Recomputes root, commitments and manifest of a bundle with nothing but Python: python3 verify.py NAME.viva

A second implementation of docs/record.md, kept short on purpose. It does not check the two Ed25519 signatures (Python's
standard library cannot) nor the exact bytes of the archive; `viva record verify` does both.
"""
import base64, hashlib, json, sys, zipfile


def canonical(value):
    """The RFC 8785 form of a value without fractions."""
    if isinstance(value, dict):
        members = sorted(value.items(), key=lambda member: member[0].encode("utf-16-be"))
        return "{" + ",".join(canonical(name) + ":" + canonical(member) for name, member in members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def sha256(data):
    return hashlib.sha256(data).digest()


def root(hashes):
    if len(hashes) < 2:
        return hashes[0] if hashes else sha256(b"")
    left = 1 << ((len(hashes) - 1).bit_length() - 1)
    return sha256(b"\x01" + root(hashes[:left]) + root(hashes[left:]))


bundle = zipfile.ZipFile(sys.argv[1])
lines = lambda name: bundle.read(name).decode().split("\n")[:-1]
events = lines("events.jsonl")
assert all(canonical(json.loads(event)) == event for event in events), "an event is not in canonical form"
origin, size, signed = lines("checkpoint")[:3]
computed = root([sha256(b"\x00" + event.encode()) for event in events])
assert len(events) == int(size) and computed == base64.b64decode(signed), "the events are not those that were signed"
opened = 0
for private in map(json.loads, lines("private.jsonl")):
    commitment = sha256(b"vivavoce/private/v2\0" + bytes.fromhex(private["salt"]) + canonical(private["data"]).encode())
    body = json.loads(events[private["event"] - 1])["body"]
    assert body["private"][private["part"]] == commitment.hex(), f"event {private['event']}: not the private data that was committed to"
    opened += 1
for line in lines("manifest")[:-2]:
    digest, name = line.split("  ")
    assert sha256(bundle.read(name)).hex() == digest, f"{name}: not the entry that the manifest lists"
print(f"{origin}: {len(events)} events, {opened} opened, root {computed.hex()}")
