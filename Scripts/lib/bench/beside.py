"""Compares the letters that Scripts/pty-latency measured in chat-tui with those in another program."""

import argparse
import json
import pathlib

from bench import package


def letter(path):
    """The median time from a letter to the screen, in milliseconds."""
    return json.loads(path.read_text())["keys"]["milliseconds"]["p50"]


def misses(figures, thresholds):
    for key, limit in thresholds["most_of_irssi"].items():
        if figures[key] > limit:
            yield f"{key} is {figures[key]} of irssi's, most is {limit}"


def main():
    parser = argparse.ArgumentParser(prog="bench beside", description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail when a threshold is missed")
    parser.add_argument("own", type=pathlib.Path, help="what was measured in chat-tui")
    parser.add_argument("irssi", type=pathlib.Path, help="the same in irssi")
    options = parser.parse_args()
    own, other = letter(options.own), letter(options.irssi)
    figures = {"letter_p50": round(own / other, 2)}
    print(json.dumps({"subject": "chat-tui of irssi", "letter_p50_ms": [own, other]} | figures, indent=1))
    package.leave(list(misses(figures, package.thresholds("keys"))) if options.check else [])


if __name__ == "__main__":
    main()
