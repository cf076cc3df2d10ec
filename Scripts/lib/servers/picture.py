"""Draws small pictures as PNG files, with only the standard library."""

import struct
import zlib


def png(width, height, pixel):
    """A PNG whose pixel at column x and row y is the (red, green, blue) of pixel(x, y)."""
    rows = b"".join(
        b"\0" + bytes(part for x in range(width) for part in pixel(x, y)) for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header)
            + _chunk(b"IDAT", zlib.compress(rows, 9)) + _chunk(b"IEND", b""))


def avatar(colour, side=128):
    """A typical avatar: a face in one colour with eyes and a mouth on a bright background."""
    def pixel(x, y):
        u, v = (x + 0.5) / side * 2 - 1, (y + 0.5) / side * 2 - 1
        distance = (u * u + v * v) ** 0.5
        eye = min((abs(u) - 0.3) ** 2 + (v + 0.2) ** 2, 1) < 0.012
        mouth = 0.42 < distance < 0.52 and v > 0.15
        if eye or mouth:
            return (30, 30, 40)
        if distance < 0.85:
            return tuple(int(part * (1 - 0.25 * distance)) for part in colour)
        return (236, 236, 240)
    return png(side, side, pixel)


def landscape(width=480, height=270):
    """A sun over hills."""
    def pixel(x, y):
        u, v = x / width, y / height
        if v > 0.62 + 0.12 * abs((u * 3) % 2 - 1):
            return (40, int(110 + 60 * u), 60)
        if (u - 0.7) ** 2 * 3.2 + (v - 0.3) ** 2 < 0.02:
            return (255, 214, 90)
        return (int(90 + 120 * v), int(150 + 60 * v), 235)
    return png(width, height, pixel)


def _chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
