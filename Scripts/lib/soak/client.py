"""Proves that chat-tui loses no message: kills it while messages go in and out, and breaks its network.

    soak_client.py [--kills N] [--least-kills N] [--kill-seconds S] [--messages N] [--fault-seconds S]
                   [--seed X] [--stages SERVER/ENGINE,…] [--alternate] --proxy PROXY BINARY

Kills end after --kills or --kill-seconds; fewer than --least-kills (by default all) have proved nothing.
Every message, edit, reaction and file that the screen has shown has to reach the server exactly once and in
order; the cache has to have the server's events in the server's order, or a gap that leads to them.
"""

import argparse
import os
import random
import shutil
import sys
import tempfile
import time

from soak.client_engines import ENGINES
from soak.client_faults import FaultRun
from soak.client_kills import KillLoop
from soak.client_stage import SERVERS

STAGES = [f"{server}/{engine}" for server in SERVERS for engine in ENGINES]


def parse():
    parser = argparse.ArgumentParser(prog="soak client")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--least-kills", type=int)
    parser.add_argument("--kill-seconds", type=float, default=3600)
    parser.add_argument("--messages", type=int, default=300)
    parser.add_argument("--fault-seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--stages", type=lambda text: text.split(","), default=STAGES,
                        help="where everything runs: " + ", ".join(STAGES))
    parser.add_argument("--alternate", action="store_true", help="each part on one stage, which the seed chooses")
    parser.add_argument("--proxy", required=True)
    parser.add_argument("binary")
    return parser.parse_args()


def kill(options, server, engine, folder):
    loop = KillLoop(options, server, engine, folder)
    least = options.kills if options.least_kills is None else min(options.kills, options.least_kills)
    return loop.run(options.kills, least, options.kill_seconds, options.messages), loop


def break_network(options, server, engine, folder):
    run = FaultRun(options, server, engine, folder)
    return run.run(options.fault_seconds), run


def attempts(options):
    """The parts to run, each as its name, its function and its stage."""
    parts = [("kills", kill, options.kills), ("faults", break_network, options.fault_seconds)]
    parts = [(name, part) for name, part, amount in parts if amount]
    if options.alternate:
        return [(name, part, options.stages[(options.seed + place) % len(options.stages)])
                for place, (name, part) in enumerate(parts)]
    return [(name, part, stage) for stage in options.stages for name, part in parts]


def attempt(name, part, stage, options, folder):
    """Runs one part on a server of its own; true when it found nothing."""
    kind, engine = stage.split("/")
    os.mkdir(own := os.path.join(folder, f"{name}-{kind}-{engine}"))
    title = f"client: {name}, {kind}, {engine} sync"
    begin = time.monotonic()
    server = SERVERS[kind](options.binary, os.path.join(own, "server"))
    try:
        problems, run = part(options, server, ENGINES[engine], own)
    finally:
        server.end()
    for problem in problems[:20]:
        print(f"{title}: {problem}", file=sys.stderr)
    if problems:
        print(f"{title}: {len(problems)} problems, seed {options.seed}; the data is kept in {own}",
              file=sys.stderr)
        return False
    print(f"{title}: {run.summary()}, {time.monotonic() - begin:.0f} s", flush=True)
    return True


def main():
    options = parse()
    folder = tempfile.mkdtemp(prefix="chat-tui-soak-")
    results = [attempt(*found, options, folder) for found in attempts(options)]
    if not all(results):
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
