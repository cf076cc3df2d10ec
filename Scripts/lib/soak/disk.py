"""Lets writes of chat-tui fail one by one: a full or failing disk may cost no message and end no program.

    soak_disk.py [--seconds S] [--seed X] [--only SITUATION,…] BINARY

In each situation every call that writes fails, once or with all that follow, as on a disk that fails (EIO) and
on one that is full (ENOSPC). With --seconds, as many of these faults as there is time for, by chance, but each
situation at least once. The files are damaged in many ways as well.
"""

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import time

from soak.client_stage import Homeserver, people
from soak.disk_faults import ERRORS, BadDisk, Harm
from soak.disk_situations import DAMAGES, SITUATIONS, Stage


class PausedHomeserver(Homeserver):
    """The embedded homeserver, which can be kept from answering."""

    def stop_answering(self):
        self.process.send_signal(signal.SIGSTOP)

    def answer(self):
        self.process.send_signal(signal.SIGCONT)


def parse():
    parser = argparse.ArgumentParser(prog="soak disk")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--only", type=lambda text: text.split(","), default=list(SITUATIONS))
    parser.add_argument("binary")
    return parser.parse_args()


class Run:
    """The faults of one run, and what came of them."""

    def __init__(self, options, folder):
        self.options = options
        self.random = random.Random(options.seed)
        self.server = PausedHomeserver(options.binary, os.path.join(folder, "server"))
        self.stage = Stage(options.binary, self.server, folder, *people(self.server, "b", "a"))
        self.disk = BadDisk(folder, self.stage.files)
        self.problems = self.faults = self.struck = 0

    def count(self, name):
        """How many calls a situation has on a sound disk."""
        SITUATIONS[name](self.stage, self.disk, (0, 0, False))
        return self.disk.count

    def attempt(self, name, number, error="EIO", lasts=False):
        self.faults += 1
        self.disk.arm(0, 0, False)
        try:
            SITUATIONS[name](self.stage, self.disk, (number, ERRORS[error], lasts))
        except Harm as harm:
            extent = "and all after it" if lasts else "alone"
            self.problems += 1
            # At once, because a sweep takes hours.
            print(f"disk: {name}: {error} of call {number} {extent} ({self.disk}): {harm}", file=sys.stderr,
                  flush=True)
        self.struck += self.disk.has_struck

    def sweep(self):
        for name in self.options.only:
            for error in ERRORS if SITUATIONS[name] not in DAMAGES else ():
                # Its tokens hold for an hour.
                self.stage.make_base()
                count = self.count(name)
                for lasts in (False, True):
                    for number in range(1, count + 1):
                        self.attempt(name, number, error, lasts)
            self.stage.make_base()
            for number in range(DAMAGES.get(SITUATIONS[name], 0)):
                self.attempt(name, number)

    def sample(self):
        end = time.monotonic() + self.options.seconds
        self.stage.make_base()
        names = self.random.sample(self.options.only, len(self.options.only))
        while time.monotonic() < end or self.faults < len(names):
            # To count the calls would take as long as to let one of the first ones fail.
            number = int(self.random.expovariate(1 / 12)) + 1
            self.attempt(names[self.faults % len(names)], number, self.random.choice(list(ERRORS)),
                         self.random.random() < 0.5)


def main():
    options = parse()
    folder = tempfile.mkdtemp(prefix="chat-tui-disk-")
    begin = time.monotonic()
    run = Run(options, folder)
    try:
        run.sample() if options.seconds else run.sweep()
    finally:
        run.server.end()
    if run.problems:
        print(f"disk: {run.problems} problems in {run.faults} faults, seed {options.seed}; the last files are kept "
              f"in {folder}", file=sys.stderr)
        return 1
    shutil.rmtree(folder)
    print(f"disk: {run.faults} faults, of which {run.struck} struck, in {len(options.only)} situations: nothing "
          f"lost, {time.monotonic() - begin:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
