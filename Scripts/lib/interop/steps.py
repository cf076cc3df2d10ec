"""Helpers shared by the checks of all clients."""

import dataclasses
import struct
import zlib


@dataclasses.dataclass(frozen=True)
class Account:
    """A user who can sign in."""

    name: str
    password: str = dataclasses.field(repr=False)


class Difference(Exception):
    """A check failed."""


class Steps:
    """Prints each check and stops at the first failure."""

    def __init__(self):
        self.place = "start"

    def begin(self, client, name):
        self.place = f"{client}: {name}"
        print(self.place, flush=True)

    def fail(self, reason):
        raise Difference(f"{self.place}: {reason}")

    def check(self, condition, reason):
        if not condition:
            self.fail(reason)

    def equal(self, actual, expected, what):
        if actual != expected:
            self.fail(f"{what}: expected {expected!r}, got {actual!r}")


def picture(width, height):
    """A PNG with a gradient."""

    def chunk(kind, body):
        checked = kind + body
        return struct.pack(">I", len(body)) + checked + struct.pack(">I", zlib.crc32(checked))

    rows = b"".join(
        b"\0" + b"".join(
            bytes((x * 255 // width, y * 255 // height, 128)) for x in range(width))
        for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b""))


def png_size(data):
    """The width and height of a PNG; None for anything else."""
    if data[:8] != b"\x89PNG\r\n\x1a\n" or len(data) < 24:
        return None
    return struct.unpack(">II", data[16:24])
