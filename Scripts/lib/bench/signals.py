"""Builds and runs the benchmarks of the reactive library, and compares with the thresholds."""

import argparse
import json
import pathlib
import subprocess
import sys

from bench import package

LIBRARY, PEER, FLOOR = "Signals", "OpenCombine", "call"
SUBJECTS = [LIBRARY, PEER, "AsyncAlgorithms", FLOOR, "mutex"]
COLUMNS = ["case", "subject", "ns_per_event", "allocs_per_event", "ratio_to_floor"]
MEANING = {
    "a": "subject, map, filter, sink",
    "b2": "combineLatest of 2",
    "b8": "combineLatest of 8",
    "c1": "flatMap(.latest), switch",
    "c2": "flatMap(.latest), inner event",
    "d": "1,000 observers, per delivery",
    "e1": "subscribe and dispose",
    "e3": "the same with 1,000 others",
    "f": "property, derived, observer",
    "g": "hop to another thread, burst",
    "h": "chain of 50 maps, per map",
    "i": "command round trip",
}


def measure(program, arguments):
    """Runs the program and returns its rows, each with the columns in the order of COLUMNS."""
    output = subprocess.run([program, *arguments], check=True, stdout=subprocess.PIPE).stdout
    rows = [{column: row[column] for column in COLUMNS} for row in json.loads(output)]
    validate(rows)
    return rows


def validate(rows):
    """Checks the output format that readers rely on: known names, figures, a floor in every case."""
    for row in rows:
        figures = [row[column] for column in COLUMNS[2:]]
        if row["case"] not in MEANING or row["subject"] not in SUBJECTS:
            raise ValueError(f"unknown case or subject: {row}")
        if not all(isinstance(figure, (int, float)) and figure >= 0 for figure in figures):
            raise ValueError(f"not a figure: {row}")
    for case, subjects in by_case(rows).items():
        missing = {LIBRARY, FLOOR, "mutex"} - set(subjects)
        if missing:
            raise ValueError(f"case {case} has no rows of {missing}")


def by_case(rows):
    """The rows as {case: {subject: row}}."""
    cases = {}
    for row in rows:
        cases.setdefault(row["case"], {})[row["subject"]] = row
    return cases


def ratio_to_peer(subjects):
    if PEER not in subjects:
        return None
    return subjects[LIBRARY]["ns_per_event"] / subjects[PEER]["ns_per_event"]


def print_table(rows):
    """Figures of all subjects: nanoseconds, (allocations), ratio to the floor."""
    print(f"{'':34}{LIBRARY:>24}{PEER:>24}{'AsyncAlgorithms':>26}   {LIBRARY}/{PEER}")
    print(f"{'':34}" + f"{'ns (allocs) x floor':>24}" * 2 + f"{'ns (allocs) x floor':>26}")
    cases = by_case(rows)
    for case, subjects in cases.items():
        cells = [f"{case:3} {MEANING[case]:30}"]
        for subject, width in (LIBRARY, 24), (PEER, 24), ("AsyncAlgorithms", 26):
            row = subjects.get(subject)
            cells.append(f"{format_row(row) if row else '-':>{width}}")
        ratio = ratio_to_peer(subjects)
        cells.append(f"{ratio:12.3f}" if ratio else f"{'-':>12}")
        print("".join(cells))
    for subject in FLOOR, "mutex":
        row = next(iter(cases.values()))[subject]
        print(f"floor: {subject} {row['ns_per_event']:.2f} ns ({row['ratio_to_floor']:.1f})")


def format_row(row):
    allocations = f"{row['allocs_per_event']:.3f}".rstrip("0").rstrip(".")
    return f"{row['ns_per_event']:.1f} ({allocations}) {row['ratio_to_floor']:.1f}"


def misses(rows, thresholds):
    """The figures above their thresholds, as pairs of case and message."""
    for case, subjects in by_case(rows).items():
        row = subjects[LIBRARY]
        figures = {
            "ratio_to_floor": row["ratio_to_floor"],
            "ratio_to_OpenCombine": ratio_to_peer(subjects),
            # Rounding hides rare buffer growth, which is not an allocation per event.
            "allocs_per_event": round(row["allocs_per_event"], 2),
        }
        for kind, figure in figures.items():
            limit = thresholds[kind].get(case)
            if limit is not None and figure > limit:
                yield case, f"{kind} is {figure:.3g}, allowed are {limit} ({MEANING[case]})"
    floor = next(row for row in rows if row["subject"] == FLOOR)["ns_per_event"]
    if floor > thresholds["floor_ns"]:
        yield rows[0]["case"], f"the floor takes {floor} ns, allowed are {thresholds['floor_ns']}"


def main():
    parser = argparse.ArgumentParser(prog="Scripts/bench signals", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print rows instead of a table")
    parser.add_argument("--check", action="store_true", help="fail when a threshold is exceeded")
    parser.add_argument("--only", metavar="CASES", help="cases to run, separated by commas")
    parser.add_argument("--repeats", metavar="N", help="how often each case is timed")
    parser.add_argument("--program", type=pathlib.Path, help="a built program to run instead")
    options = parser.parse_args()
    arguments = ["--repeats", options.repeats] if options.repeats else []
    try:
        program = options.program or package.build("SignalsBenchmark")
        rows = measure(program, arguments + (["--only", options.only] if options.only else []))
        found = []
        if options.check:
            thresholds = package.thresholds("signals")
            found = list(misses(rows, thresholds))
        if found:
            # A busy machine slows CPU-bound cases: measure once more.
            again = sorted({case for case, _ in found})
            second = measure(program, [*arguments, "--only", ",".join(again)])
            rows = [row for row in rows if row["case"] not in again] + second
            rows.sort(key=lambda row: list(MEANING).index(row["case"]))
            found = list(misses(rows, thresholds))
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode if error.returncode > 0 else 1)
    messages = [f"{case}: {message}" for case, message in found]
    package.finish(rows, messages, None if options.json else print_table)


if __name__ == "__main__":
    main()
