"""Measures what a letter in the composer costs an account with many rooms or invites.

Prints figures for each number of them, as JSON. The server is a throw-away homeserver of chat-tui's
own, at the address and with the password that are given.
"""

import argparse
import concurrent.futures
import json
import subprocess
import sys
import tempfile

from bench import package
from servers.matrix import Person

# For each account, the number of joined rooms and of invites.
ACCOUNTS = {"rooms-100": (100, 0), "rooms-500": (500, 0), "rooms-2000": (2000, 0),
            "invites-2000": (0, 2000)}
FEWEST = "rooms-100"
KEYS = "the quick brown fox *2"
# Longer than any letter should take, so that a slow program is not mistaken for a silent one.
QUIET_MS = "500"


def furnish(base, name, password, joined, invited):
    """Creates an account whose Lounge is last in its list, and returns its user ID."""
    person, guest = Person(base, name, password), Person(base, "guest", password)
    person.create_room(preset="private_chat", name="Lounge")
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        list(pool.map(
            lambda number: person.create_room(preset="private_chat", name=f"Room {number}"),
            range(joined)))
        list(pool.map(
            lambda number: guest.create_room(
                preset="private_chat", name=f"Offer {number}", invite=[person.user_id]),
            range(invited)))
    return person.user_id


def measure(program, base, user, password):
    """The cost of a letter in the account's last room."""
    with tempfile.TemporaryDirectory(prefix="bench-") as data:
        subprocess.run(
            [program, "login", "--data-dir", data, "--homeserver", base, "--user", user,
             "--password-file", "-"],
            input=password, text=True, check=True, stdout=sys.stderr)
        output = subprocess.run(
            [package.ROOT / "Scripts" / "pty-latency", "--wait", "Invites|Rooms",
             "--before", "<F3>G<Enter>", "--keys", KEYS, "--quiet-ms", QUIET_MS,
             "--", program, "--data-dir", data],
            check=True, stdout=subprocess.PIPE).stdout
    return json.loads(output)


def misses(figures, thresholds):
    for name, limit in thresholds["most_ratio"].items():
        ratio = figures[name] / figures[FEWEST]
        if ratio > limit:
            yield f"a letter costs {name} {ratio:.2f} times as much as {FEWEST}, most is {limit}"


def main():
    parser = argparse.ArgumentParser(prog="bench rooms", description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail when a threshold is missed")
    for name in ("program", "server", "password"):
        parser.add_argument(name)
    options = parser.parse_args()
    figures = {}
    for name, (joined, invited) in ACCOUNTS.items():
        user = furnish(options.server, name, options.password, joined, invited)
        result = measure(options.program, options.server, user, options.password)
        if result["keys"]["without_change"]:
            sys.exit(f"bench: letters do not appear in the account {name}")
        figures[name] = result["keys"]["processor_ms"]["p50"]
        print(json.dumps({
            "account": name, "processor_ms_per_letter": figures[name],
            "ratio": round(figures[name] / figures[FEWEST], 2),
            "milliseconds": result["keys"]["milliseconds"], "start_ms": result["start_ms"],
            "resident_kB": result["resident_kB"]}), flush=True)
    package.leave(list(misses(figures, package.thresholds("keys"))) if options.check else [])


if __name__ == "__main__":
    main()
