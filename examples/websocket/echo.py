"""An entry over viva.entry.v1 that says again what the judge says. Needs `pip install websockets`; takes a port."""
import asyncio, json, sys
from websockets.asyncio.server import serve

had = {}  # session -> the number of the last of the judge's words that we had


def answer(text):
    return f"You said: {text}"


async def interview(contest):
    session = json.loads(await contest.recv())["session"]
    hello = {"type": "hello", "protocol": "viva.entry.v1"}
    if session in had:
        hello["after"] = had[session]  # the connection was lost: give us what we missed
    await contest.send(json.dumps(hello))
    async for frame in contest:
        frame = json.loads(frame)
        if frame["type"] == "said":
            had[session] = frame["n"]
            await contest.send(json.dumps({"type": "say", "text": answer(frame["text"])}))

async def main(port):
    async with serve(interview, "127.0.0.1", port, subprotocols=["viva.entry.v1"]) as server:
        print(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/entry", flush=True)
        await server.serve_forever()


asyncio.run(main(int(sys.argv[1])))
