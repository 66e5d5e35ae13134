# Counts the judge's lines, as counts.pl does, where a server or a terminal of 1995 is asked for: "1995", or a port.
import base64, hashlib, json, os, socket, sys

count = 0


def answer():
    global count
    count += 1
    return str(count)


def terminal():
    os.write(1, b">")
    line, turn = "", []
    while key := os.read(0, 1):
        if key != b"\r":
            line += key.decode("latin-1")
            continue
        if line:
            turn.append(line)
        elif turn and not turn[0].startswith("@@"):
            os.write(1, answer().encode() + b"\r\n")
        turn = turn if line else []
        line = ""
        os.write(1, b">")


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
    while True:
        kind, text = frame(peer)
        if kind == 8:
            return
        if kind == 9:
            peer.sendall(b"\x8a" + bytes([len(text)]) + text)
        elif kind == 1 and json.loads(text)["type"] == "said":
            send(peer, {"type": "say", "text": answer()})


if sys.argv[1] == "1995":
    terminal()
with socket.create_server(("127.0.0.1", int(sys.argv[1]))) as desk:
    while True:
        peer, _ = desk.accept()
        try:
            interview(peer)
        except (EOFError, OSError, StopIteration):
            # Somebody who only looked whether anybody listens, or went.
            pass
        peer.close()
