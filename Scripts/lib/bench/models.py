"""Builds and runs the benchmarks of the models, and compares with the thresholds."""

import argparse
import contextlib
import gzip
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zlib

from bench import package

PEAKS = ["eager", "lazy", "Codable", "JSONSerialization"]
# The baseline subject of each case, and the description of the case.
CASES = {
    "decode-recorded": ("Codable", "a recorded initial sync into typed models"),
    "decode-synthetic": ("Codable", "a synthetic initial sync into typed models"),
    "encode": ("Codable", "the synthetic sync as JSON again"),
    "make": ("plain", "a person made of its fields"),
    "merge": ("plain", "a partial person into a whole one"),
    "diff": ("plain", "the fields in which two persons differ"),
    "equality": ("plain", "two equal persons compared"),
    "hash": ("plain", "the hash of a person"),
    "store": ("eager", "a transaction on one of 10,000 observed rows"),
    "store-fan-out": ("eager", "a transaction that 10,000 observers hear"),
    "persist-save": ("eager", "a row written, in transactions of 100"),
    "persist-load": ("eager", "a row read back"),
}
GUIDE = """\
A ratio says how many times as fast a row is as the one that it stands beside; of peak memory
above the input, how large it is beside Codable's.

subjects:
  eager, lazy       compiled models, with strings and with text that stays in the document
  hooked, told      eager ones with hooks, and with initNotification while nobody listens
  skip, simdjson    limits: the reader alone, which keeps nothing, and the C++ library
  plain             a struct that is written by hand

cases:
"""


@contextlib.contextmanager
def plain(path):
    """The path of a document; a gzip file is unpacked while it is in use."""
    with tempfile.NamedTemporaryFile(prefix="chat-tui-bench-", suffix=".json") as unpacked:
        try:
            with open(path, "rb") as file:
                is_packed = file.read(2) == b"\x1f\x8b"
            if is_packed:
                with gzip.open(path) as packed:
                    shutil.copyfileobj(packed, unpacked)
                unpacked.flush()
        except (OSError, EOFError, zlib.error) as error:
            sys.exit(f"bench: {path} cannot be read: {error}")
        yield unpacked.name if is_packed else path


def rows_of(program, arguments):
    output = subprocess.run([program, *arguments], check=True, stdout=subprocess.PIPE).stdout
    return json.loads(output)


def measure(program, options, only=None):
    """Rows {case, subject, figure, unit, ratio}; peak memory has rows of its own."""
    arguments = ["--repeats", options.repeats] if options.repeats else []
    recorded = ["--recorded", options.recorded] if options.recorded else []
    cases = only or options.only
    selection = ["--only", ",".join(cases)] if cases else []
    rows = rows_of(program, [*arguments, *recorded, *selection])
    rows.sort(key=lambda row: list(CASES).index(row["case"]))
    for row in rows:
        row["ratio"] = ratio(row, rows)
    decodes = [name for name in CASES if name.startswith("decode") and (not cases or name in cases)]
    for name in decodes:
        if name == "decode-recorded" and not recorded:
            continue
        # Run each in a fresh process, so that memory freed by one is not reused by the next.
        source = recorded if name == "decode-recorded" else []
        peaks = [rows_of(program, ["--peak", peak, *source])[0] for peak in PEAKS]
        base = next(peak["bytes"] for peak in peaks if peak["subject"] == "Codable")
        for peak in peaks:
            rows.append({
                "case": "peak-" + name.removeprefix("decode-"), "subject": peak["subject"],
                "figure": round(peak["bytes"] / 1e6, 2), "unit": "MB",
                "ratio": round(peak["bytes"] / base, 3)})
    validate(rows)
    return rows


def ratio(row, rows):
    """The speed relative to the case's baseline."""
    name = CASES[row["case"]][0]
    base = next(
        other for other in rows if other["case"] == row["case"] and other["subject"] == name)
    if row["unit"] == "ns":
        return round(base["figure"] / row["figure"], 3)
    return round(row["figure"] / base["figure"], 3)


def validate(rows):
    """Checks the output format that readers rely on: known names and plausible figures."""
    for row in rows:
        if row["case"] not in CASES and not row["case"].startswith("peak-"):
            raise ValueError(f"unknown case: {row}")
        if not all(isinstance(row[key], (int, float)) and row[key] >= 0
                   for key in ("figure", "ratio")):
            raise ValueError(f"not a figure: {row}")


def print_table(rows):
    print(f"{'case':18}{'subject':20}{'figure':>14} {'unit':8}{'ratio':>10}")
    for row in rows:
        print(f"{row['case']:18}{row['subject']:20}{row['figure']:14,.2f} {row['unit']:8}"
              f"{row['ratio']:10.2f}")


def misses(rows, thresholds):
    """The figures beyond their thresholds, as pairs of case and message."""
    found = {(row["case"], row["subject"]): row for row in rows}
    for kind, is_miss, word in (
            ("least_ratio", lambda figure, limit: figure < limit, "at least"),
            ("most_ratio", lambda figure, limit: figure > limit, "at most")):
        for case, subjects in thresholds[kind].items():
            for subject, limit in subjects.items():
                row = found.get((case, subject))
                if row and is_miss(row["ratio"], limit):
                    yield case, f"{subject} is {row['ratio']}, required is {word} {limit}"


def checked(program, options, thresholds):
    """The rows and, on request, the figures beyond their thresholds."""
    rows = measure(program, options)
    found = list(misses(rows, thresholds)) if options.check else []
    again = sorted({case for case, _ in found if case in CASES})
    if again:
        # A busy machine slows CPU-bound cases: measure once more.
        second = measure(program, options, only=again)
        known = {row["case"] for row in second}
        rows = [row for row in rows if row["case"] not in known] + second
        found = list(misses(rows, thresholds))
    return rows, found


def main():
    cases = "\n".join(f"  {name:18}{words}, beside {base}" for name, (base, words) in CASES.items())
    parser = argparse.ArgumentParser(
        prog="Scripts/bench models", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=GUIDE + cases)
    parser.add_argument("--json", action="store_true", help="print rows instead of a table")
    parser.add_argument("--check", action="store_true", help="fail when a threshold is missed")
    parser.add_argument("--only", metavar="CASES", help="cases to run, separated by commas")
    parser.add_argument("--repeats", metavar="N", help="how often each case is timed (7)")
    parser.add_argument("--recorded", metavar="FILE",
                        help="a recorded sync response to decode as well: JSON, plain or gzipped")
    parser.add_argument("--program", type=pathlib.Path, help="a built program to run instead")
    options = parser.parse_args()
    options.only = options.only.split(",") if options.only else []
    if unknown := [name for name in options.only if name not in CASES]:
        parser.error(f"unknown case: {', '.join(unknown)}")
    if "decode-recorded" in options.only and not options.recorded:
        parser.error("decode-recorded needs --recorded FILE")
    thresholds = package.thresholds("models")
    try:
        with plain(options.recorded) if options.recorded else contextlib.nullcontext() as recorded:
            options.recorded = recorded
            rows, found = checked(options.program or package.build("ModelsBenchmark"), options, thresholds)
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode if error.returncode > 0 else 1)
    messages = [f"{case}: {message}" for case, message in found]
    package.finish(rows, messages, None if options.json else print_table)


if __name__ == "__main__":
    main()
