"""Proves that chat-tui loses no message: kills it while messages go in and out, and breaks its network.

    soak_client.py [--kills N] [--least-kills N] [--kill-seconds S] [--messages N] [--fault-seconds S]
                   [--seed X] --proxy PROXY BINARY

Kills end after --kills or --kill-seconds; fewer than --least-kills (by default all) have proved nothing.
Every message that the screen has shown has to reach the server exactly once and in order; the cache
has to have the server's events in the server's order, or a gap that leads to them.
"""

import argparse
import os
import random
import shutil
import sys
import tempfile
import time

from soak.client_faults import FaultRun
from soak.client_kills import KillLoop
from soak.client_stage import Server


def parse():
    parser = argparse.ArgumentParser(prog="soak client")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--least-kills", type=int)
    parser.add_argument("--kill-seconds", type=float, default=3600)
    parser.add_argument("--messages", type=int, default=300)
    parser.add_argument("--fault-seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--proxy", required=True)
    parser.add_argument("binary")
    return parser.parse_args()


def kill(options, server, folder):
    loop = KillLoop(options, server, folder)
    least = options.kills if options.least_kills is None else min(options.kills, options.least_kills)
    return loop.run(options.kills, least, options.kill_seconds, options.messages), loop


def break_network(options, server, folder):
    run = FaultRun(options, server, folder)
    return run.run(options.fault_seconds), run


def attempt(name, part, options, folder):
    """Runs one part on a server of its own; true when it found nothing."""
    os.mkdir(own := os.path.join(folder, name))
    begin = time.monotonic()
    server = Server(options.binary, os.path.join(own, "server"))
    try:
        problems, run = part(options, server, own)
    finally:
        server.end()
    for problem in problems[:20]:
        print(f"client: {name}: {problem}", file=sys.stderr)
    if problems:
        print(f"client: {name}: {len(problems)} problems, seed {options.seed}; the data is kept in {own}",
              file=sys.stderr)
        return False
    print(f"client: {name}: {run.summary()}, {time.monotonic() - begin:.0f} s", flush=True)
    return True


def main():
    options = parse()
    folder = tempfile.mkdtemp(prefix="chat-tui-soak-")
    parts = {"kills": kill if options.kills else None,
             "faults": break_network if options.fault_seconds else None}
    results = [attempt(name, part, options, folder) for name, part in parts.items() if part]
    if not all(results):
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
