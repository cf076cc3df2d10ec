"""The nested benchmark package and the thresholds of its figures."""

import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
_PACKAGE = ROOT / "Tests" / "Benchmarks"
_SCRATCH = ROOT / ".build" / "benchmarks"


def build(product):
    """Builds a program for release and returns its path; the build's output goes to stderr."""
    # The cached build plan does not notice files added to or removed from the measured package.
    (_SCRATCH / "release.yaml").unlink(missing_ok=True)
    command = [
        "swift", "build", "-c", "release", "-j", str(min(os.cpu_count() or 2, 2)),
        "--package-path", str(_PACKAGE), "--scratch-path", str(_SCRATCH)]
    subprocess.run([*command, "--product", product], check=True, stdout=sys.stderr)
    folder = subprocess.run(
        [*command, "--show-bin-path"], check=True, stdout=subprocess.PIPE, text=True).stdout
    return pathlib.Path(folder.strip()) / product


def thresholds(name):
    """The limits of a benchmark's figures."""
    return json.loads((_PACKAGE / "Thresholds" / f"{name}.json").read_text())


def finish(rows, found, show):
    """Prints rows, as JSON where `show` is nothing, and exits, with 1 if a threshold was missed."""
    if show:
        show(rows)
    else:
        print("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]")
    leave(found)


def leave(found):
    """Prints which thresholds were missed, and exits, with 1 if there are any."""
    for message in found:
        print(f"bench: {message}", file=sys.stderr)
    sys.exit(1 if found else 0)
