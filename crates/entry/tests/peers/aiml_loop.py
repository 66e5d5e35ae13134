"""A python-aiml brain with rules of ours, a line in and a line out. Usage: aiml_loop.py RULES"""

import contextlib
import sys

import aiml

brain = aiml.Kernel()
with contextlib.redirect_stdout(sys.stderr):
    brain.learn(sys.argv[1])
for said in sys.stdin:
    answer = " ".join(brain.respond(said.strip()).split())
    print(answer or "Go on.", flush=True)
