"""Chance that anyone can check: `docs/record.md`, "The seed" and "Draws"."""

import struct
from hashlib import sha256


def hashed(purpose, *parts):
    return sha256(purpose.encode() + b"\0" + b"".join(parts)).digest()


def with_length(text):
    data = text.encode()
    return len(data).to_bytes(8, "big") + data


def commitment(secret):
    return hashed("vivavoce/secret/v1", secret)


def secret_of_rehearsal(value):
    return hashed("vivavoce/rehearsal/v1", value.encode())


def secret_of_coin(secret, number):
    return hashed("vivavoce/matter/v1", secret, f"coin-{number}".encode())


def seed_of(secret, contributions):
    """The seed that a secret makes with contributions, each a giver and a text, in the order of events."""
    return hashed("vivavoce/seed/v1", secret, *(with_length(text) for given in contributions for text in given))


def quarter_round(x, a, b, c, d):
    for to, by, turned, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        x[to] = x[to] + x[by] & 0xFFFFFFFF
        x[turned] ^= x[to]
        x[turned] = (x[turned] << bits | x[turned] >> 32 - bits) & 0xFFFFFFFF


def chacha20(key, counter):
    """The block of this number: 64 bytes. RFC 8439, section 2.3, with a counter of 64 bits and a nonce of 0."""
    start = struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<QQ", counter, 0))
    x = list(start)
    for _ in range(10):
        for column in range(4):
            quarter_round(x, column, column + 4, column + 8, column + 12)
        for place in range(4):
            quarter_round(x, place, 4 + (place + 1) % 4, 8 + (place + 2) % 4, 12 + (place + 3) % 4)
    return struct.pack("<16I", *(a + b & 0xFFFFFFFF for a, b in zip(x, start)))


class Draws:
    """The stream of draws of this name."""

    def __init__(self, seed, name):
        self.key, self.block, self.left = sha256(seed + name.encode()).digest(), 0, b""

    def number(self):
        """The next 64 bits."""
        if not self.left:
            self.left, self.block = chacha20(self.key, self.block), self.block + 1
        word, self.left = self.left[:8], self.left[8:]
        return int.from_bytes(word, "little")

    def below(self, bound):
        """A number from 0 to `bound - 1`, each as likely as any other."""
        while True:
            number = self.number()
            if number < 2**64 - 2**64 % bound:
                return number % bound

    def uniform(self):
        """A number between 0 and 1, never either of them."""
        return (self.number() >> 12 << 1 | 1) / 2**53

    def coin(self):
        return self.below(2) == 1

    def shuffled(self, items):
        items = list(items)
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items
