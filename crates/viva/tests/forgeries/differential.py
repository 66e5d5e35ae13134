"""Verifies records that stand one after the other on standard input, each after its length (8 bytes, little-endian); a line for each."""

import importlib.util
import io
import json
import struct
import sys

sys.path.insert(0, sys.argv[1])
sys.setrecursionlimit(10_000)
spec = importlib.util.spec_from_file_location("verifier", f"{sys.argv[1]}/__main__.py")
verifier = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verifier)

while length := sys.stdin.buffer.read(8):
    record = sys.stdin.buffer.read(struct.unpack("<Q", length)[0])
    found = verifier.verify(io.BytesIO(record))
    told = {"verdict": found["verdict"], "why": (found["faults"] + found["missing"])[:2], "checks": found["checks"]}
    print(json.dumps(told), flush=True)
