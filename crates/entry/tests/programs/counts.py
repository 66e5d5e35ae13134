# Counts the judge's lines, over any protocol: "lines", "1995", "directory" and its path, or "page", "model", "frames" and a port.
# It opens by itself, with one of the openings of 2006; not if the first word is "waits".
import base64, hashlib, json, os, socket, sys, time

JOAN = "Hello, my name is Joan, and I am a woman."
NAMES = {" ": "space", ",": "comma", ".": "period"}
count = 0


def answer():
    global count
    count += 1
    return str(count)


def lines():
    # It comes in two pieces, as from a buffer that is full.
    for piece in (JOAN[:20], JOAN[20:] + "\n") if opens else ():
        os.write(1, piece.encode())
    for _ in sys.stdin:
        os.write(1, f"{answer()}\n".encode())


def terminal():
    os.write(1, b"OPENS 1.0\r\n>")
    line, turn = "", []
    while key := os.read(0, 1):
        if key != b"\r":
            line += key.decode("latin-1")
            continue
        if line:
            turn.append(line)
        elif turn and turn[0].startswith("@@"):
            os.write(1, JOAN.encode() + b"\r\n" if opens else b"")
        elif turn:
            os.write(1, answer().encode() + b"\r\n")
        turn = turn if line else []
        line = ""
        os.write(1, b">")


def directory(place):
    number = 0

    def says(text):
        nonlocal number
        for key in [*text, "Return"]:
            number += 1
            os.mkdir(f"{place}/{number:018}.{NAMES.get(key, key)}.other")

    if opens:
        says(JOAN)
    while True:
        for name in sorted(name for name in os.listdir(place) if name.endswith(".judge")):
            os.rmdir(f"{place}/{name}")
            if name.split(".")[1] == "Return":
                says(answer())
        time.sleep(0.01)


def requests(port):
    """The path and the body of each request to this port; what is sent back is the answer."""
    with socket.create_server(("127.0.0.1", port)) as desk:
        while True:
            peer, _ = desk.accept()
            with peer, peer.makefile("rb") as file:
                head = []
                while (line := file.readline()) not in (b"\r\n", b""):
                    head.append(line.decode())
                if not head:
                    continue
                sizes = [int(line.split(":")[1]) for line in head if line.lower().startswith("content-length")]
                kind, text = yield head[0].split(" ")[1], file.read(sizes[0] if sizes else 0)
                text = text.encode()
                head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nConnection: close\r\nContent-Length: {len(text)}\r\n\r\n"
                peer.sendall(head.encode() + text)
                yield None


def serve(port, answered):
    asked = requests(port)
    for path, body in asked:
        asked.send(answered(path, body))


def page(path, body):
    said = answer() if body else JOAN * opens
    return "text/html", f'<p class="answer">{said}</p><form method="post"><input type="text" name="said"></form>'


def model(path, body):
    if not body:
        # Whether anybody is there.
        return "application/json", "{}"
    said = json.loads(body)["messages"][-1]["content"]
    content = JOAN if said == "Open." else answer()
    return "application/json", json.dumps({"choices": [{"message": {"content": content}, "finish_reason": "stop"}]})


def read(peer, length):
    data = b""
    while len(data) < length:
        more = peer.recv(length - len(data))
        if not more:
            raise EOFError
        data += more
    return data


def frame(peer):
    kind, length = read(peer, 2)
    length &= 127
    if length == 126:
        length = int.from_bytes(read(peer, 2), "big")
    mask = read(peer, 4)
    return kind & 15, bytes(byte ^ mask[at % 4] for at, byte in enumerate(read(peer, length)))


def send(peer, message):
    text = json.dumps(message).encode()
    peer.sendall(b"\x81" + bytes([len(text)]) + text)


def interview(peer):
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += read(peer, 1)
    key = next(line for line in head.decode().split("\r\n") if line.lower().startswith("sec-websocket-key"))
    proof = hashlib.sha1((key.split(": ")[1] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
    peer.sendall(
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Protocol: viva.entry.v1\r\nSec-WebSocket-Accept: " + base64.b64encode(proof) + b"\r\n\r\n"
    )
    send(peer, {"type": "hello", "protocol": "viva.entry.v1"})
    if opens:
        send(peer, {"type": "say", "text": JOAN})
    while True:
        kind, text = frame(peer)
        if kind == 8:
            return
        if kind == 9:
            peer.sendall(b"\x8a" + bytes([len(text)]) + text)
        elif kind == 1 and json.loads(text)["type"] == "said":
            send(peer, {"type": "say", "text": answer()})


def frames(port):
    with socket.create_server(("127.0.0.1", port)) as desk:
        while True:
            peer, _ = desk.accept()
            try:
                interview(peer)
            except (EOFError, OSError, StopIteration):
                # Somebody who only looked whether anybody listens, or went.
                pass
            peer.close()


opens = sys.argv[1] != "waits"
how, *where = sys.argv[1 if opens else 2 :]
if how == "lines":
    lines()
elif how == "1995":
    terminal()
elif how == "directory":
    directory(where[0])
elif how == "frames":
    frames(int(where[0]))
else:
    serve(int(where[0]), page if how == "page" else model)
