# Stands in front of a server on this machine and speaks TLS for it. Arguments: certificate, key, the server's port. Its
# first line of output is its own port.
import asyncio, ssl, sys

async def pump(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    writer.close()

async def meet(reader, writer):
    try:
        near_reader, near_writer = await asyncio.open_connection("127.0.0.1", int(sys.argv[3]))
    except OSError:
        return writer.close()
    await asyncio.gather(pump(reader, near_writer), pump(near_reader, writer))

async def main():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    server = await asyncio.start_server(meet, "127.0.0.1", 0, ssl=context)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()

asyncio.run(main())
