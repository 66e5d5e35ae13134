# A mail server that keeps nothing: its first line of output is its port, and then comes a line of JSON for each letter that it takes.
# Whoever is called `nobody` it does not know. Given a certificate, a key, a name and a password, it wants TLS and those two first.
import asyncio, email, email.policy, json, ssl, sys

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

class Box:
    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("nobody@"):
            return "550 5.1.1 there is no such mailbox here"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        letter = email.message_from_bytes(envelope.content, policy=email.policy.default)
        print(json.dumps({
            "to": envelope.rcpt_tos,
            "from": envelope.mail_from,
            "heads": {name: str(value) for name, value in letter.items()},
            "names": sorted(letter.keys()),
            "text": letter.get_content().replace("\r\n", "\n"),
            "tls": session.ssl is not None,
        }), flush=True)
        return "250 taken"

def options():
    if len(sys.argv) == 1:
        return {}
    certificate, key, name, password = sys.argv[1:]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    def knows(server, session, envelope, mechanism, given):
        right = isinstance(given, LoginPassword) and (given.login, given.password) == (name.encode(), password.encode())
        return AuthResult(success=right)
    return {"tls_context": context, "require_starttls": True, "auth_required": True, "authenticator": knows}

async def main():
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(Box(), **options()), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()

asyncio.run(main())
