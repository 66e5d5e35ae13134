# A program of the terminal protocol of 1995: raw keys, an echo character by character, a prompt for every line, "@@nn".
import os, sys
if "terminal" in sys.argv and not (os.isatty(0) and os.isatty(1)):
    sys.exit("not a terminal")
def out(text):
    os.write(1, text.encode("cp437"))
out("PROGRAM 1995\r\n>")
turn, line, judge = [], "", "nobody"
while True:
    key = os.read(0, 1)
    if key in (b"\n", b""):
        continue
    if key != b"\r":
        out(key.decode("cp437"))
        line += key.decode("cp437")
        continue
    out("\r\n")
    if line:
        turn.append(line)
    elif turn and turn[0].startswith("@@"):
        judge, turn = turn[0][2:], []
        out("Welcome judge " + judge + "\r\n")
    elif turn:
        out("Judge " + judge + ", you said:\r\n" + " / ".join(turn) + "\r\n")
        turn = []
    line = ""
    out(">")
