"""An entry at a terminal of 1995 that says again what the judge says. Needs nothing; reads keys, and echoes them."""
import os

judge, turn, line = None, [], ""


def out(text):
    os.write(1, text.encode())


out("ECHO\r\n>")
while key := os.read(0, 1).decode("latin-1"):
    if key == "\n":
        continue  # a carriage return alone ends a line
    if key != "\r":
        out(key)
        line += key
        continue
    out("\r\n")
    if line:
        turn.append(line)
    elif turn and turn[0].startswith("@@"):
        judge, turn = turn[0][2:], []  # another judge sits down: begin anew
        out(f"Welcome judge {judge}\r\n")
    elif turn:
        out(f"You said: {' '.join(turn)}\r\n")
        turn = []
    line = ""
    out(">")
