"""Draws what a line of JSON says, with the second verifier in the folder that is named; null where there is no plan."""

import json
import sys

sys.path.insert(0, sys.argv[1])
sys.setrecursionlimit(10_000)

import prover  # noqa: E402
from redraw import Redraw, drawn_without  # noqa: E402
from search import NoPlan, Work  # noqa: E402


def found(rules, seed, case):
    left, seed = set(case["left"]), bytes.fromhex(seed)
    if "given" in case:
        return prover.is_sound(rules, case["given"])
    if "plan" not in case:
        return drawn_without(rules, None, left, seed, Work())
    void = {int(label[1:]) for label in case["void"]}
    rest = Redraw(rules, case["plan"], case["kept"], left, void, seed, Work())
    if "again" in case:
        return rest.again(int(case["again"][1:]))
    return rest.joined() if "joined" in case else rest.drawn()


for line in sys.stdin:
    try:
        print(json.dumps(found(**json.loads(line))))
    except NoPlan:
        print("null")
