"""The files that every throw-away server keeps in its state folder: a password and its port.

Arguments: the folder; with `port` behind it the port is chosen too. The port of the last start is
kept when it is free, so that a client finds a restarted server; else another free one is taken.
"""

import secrets
import socket
import sys
from pathlib import Path


def kept(state, name, make):
    """The text of a file in the state folder, created at the first start."""
    path = state / name
    if not path.exists() or not path.read_text().strip():
        path.write_text(make() + "\n")
    return path.read_text().strip()


def can_bind(port):
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return None
        return probe.getsockname()[1]


def choose_port(state):
    path = state / "port"
    last = int(path.read_text()) if path.exists() else 0
    path.write_text(f"{can_bind(last) or can_bind(0)}\n")


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    kept(folder, "password", lambda: "pass-" + secrets.token_hex(6))
    if sys.argv[2:] == ["port"]:
        choose_port(folder)
