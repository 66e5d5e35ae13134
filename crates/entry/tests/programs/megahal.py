# What MegaHAL does with its input and output: two line feeds end a turn, a prompt comes after each, replies are wrapped,
# the end of its input is no end, and "#QUIT" saves what it has learnt.
import sys
def prompt():
    sys.stdout.write("> ")
    sys.stdout.flush()
print("Hello.")
prompt()
said, last, will = "", "", sys.argv[1]
while True:
    c = sys.stdin.read(1)
    if c == "":
        continue
    if c == "\n" and last == "\n":
        if said.strip() == "#QUIT":
            open(will, "w").write("saved")
            sys.exit()
        print("You said to me that\n" + said.strip())
        said, c = "", ""
        prompt()
    elif c == "\n":
        prompt()
        said += " "
    else:
        said += c
    last = c
