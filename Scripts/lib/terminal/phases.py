"""What a person does at a terminal, and how long a program takes for it.

Every moment is when bytes were read. The emulator runs afterwards, except where a text is awaited
without a batch: what arrives while it runs is read late.
"""

import random
import re
import time

from terminal.program import Program

PAGE_UP, PAGE_DOWN, BACKSPACE = "\x1b[5~", "\x1b[6~", "\x7f"
# Silence that ends a response, and the longest wait for its beginning.
_QUIET, _FIRST = 0.06, 5
_STORM_HZ = 20


def start(command):
    """A program on a terminal of 120x40."""
    return Program(command, 120, 40, {"TERM": "xterm-256color"})


def read_for(program, seconds):
    """Shows what the program writes in that time."""
    end = time.perf_counter() + seconds
    while not program.has_ended and (left := end - time.perf_counter()) > 0:
        if chunk := program.read(left):
            program.show(chunk[1])


def wait_for(program, pattern, limit, batch=0):
    """The moment at which the last of a text was read; fails with the screen.

    The emulator shows what was read once the program is silent for `batch` seconds.
    """
    end, found = time.perf_counter() + limit, None
    while not program.has_ended and time.perf_counter() < end:
        for moment, data in settle(program, batch, first=0.2):
            if program.show(data) and found is None and re.search(pattern, program.text(), re.S):
                found = moment
        if found:
            return found
    state = "has ended" if program.has_ended else f"does not show {pattern!r}"
    raise RuntimeError(f"the program {state}:\n{program.text()}")


def measure_start(program, pattern):
    """The milliseconds from the start of a program until a text is on its screen."""
    return (wait_for(program, pattern, 60, batch=0.5) - program.started) * 1000


def settle(program, quiet=_QUIET, limit=60, first=None):
    """The chunks that the program writes until it is quiet; the first may take longer."""
    chunks, end = [], time.perf_counter() + limit
    while time.perf_counter() < end and (chunk := program.read(quiet if chunks else first or quiet)):
        chunks.append(chunk)
    return chunks


def changes(program, chunks, besides=0):
    """Shows the chunks; returns the moments at which the screen changed, besides its first rows."""
    moments, shown = [], _below(program, besides)
    for moment, data in chunks:
        if not program.show(data):
            continue
        before, shown = shown, _below(program, besides)
        if not besides or shown != before:
            moments.append(moment)
    return moments


def _below(program, row):
    return program.text().split("\n")[row:] if row else None


def press(program, keys, besides=0):
    """Presses keys one after the other; returns the milliseconds to the first and the last change.

    Fails where a key changes nothing. The first rows may tell of something else, such as the network: they
    do not count.
    """
    first, last = [], []
    for key in keys:
        # A random delay exposes a program that polls.
        changes(program, settle(program, random.uniform(0, 0.03), 1))
        pressed = time.perf_counter()
        program.write(key)
        if not (moments := changes(program, settle(program, first=_FIRST), besides)):
            raise RuntimeError(f"the key {key!r} changes nothing:\n{program.text()}")
        first.append((moments[0] - pressed) * 1000)
        last.append((moments[-1] - pressed) * 1000)
    return first, last


def hold(program, key, count):
    """Presses a key many times at once; returns milliseconds until settled, and bytes."""
    chunks, pressed = [], time.perf_counter()
    for _ in range(count):
        program.write(key)
        while chunk := program.read(0):
            chunks.append(chunk)
    chunks += settle(program, 0.25, first=None if chunks else _FIRST)
    moments = changes(program, chunks)
    return ((moments[-1] if moments else pressed) - pressed) * 1000, sum(len(data) for _, data in chunks)


def storm(program, count):
    """Resizes the terminal many times; returns milliseconds from the last one, and of processor time."""
    columns, rows = program.screen.columns, program.screen.lines
    spent, history = program.processor_ms(), []
    for number in range(count):
        size = (random.randint(50, columns + 60), random.randint(15, rows + 20))
        size = (columns, rows) if number == count - 1 else size
        history.append((program.resize(*size), size))
        end = history[-1][0] + (1 / _STORM_HZ if number < count - 1 else 0)
        while not program.has_ended and (left := end - time.perf_counter()) > 0:
            if chunk := program.read(left):
                history.append(chunk)
    last_resize = settled = history[-1][0]
    for moment, change in history + settle(program, 0.3):
        if isinstance(change, tuple):
            program.screen.resize(change[1], change[0])
        elif program.show(change) and moment > last_resize:
            settled = moment
    return (settled - last_resize) * 1000, program.processor_ms() - spent


def type_while(program, keys, seconds, is_going_on):
    """Presses a key so many seconds after the last, or once that one shows; returns all waits in ms.

    `keys` are pairs of a key and the text by which its effect is seen. They are repeated.
    """
    waits, due = [], time.perf_counter()
    while is_going_on() or not waits:
        for key, effect in keys:
            read_for(program, due - time.perf_counter())
            pressed = time.perf_counter()
            program.write(key)
            waits.append((wait_for(program, effect, 600) - pressed) * 1000)
            due = pressed + seconds
    return waits


def rest(program, seconds):
    """The voluntary context switches of a program that is left alone."""
    before = program.voluntary_switches()
    read_for(program, seconds)
    after = program.voluntary_switches()
    # A thread that ended had to wake up for that.
    ended = len(before.keys() - after.keys())
    return ended + sum(count - before.get(thread, 0) for thread, count in after.items())


def resident(program):
    """Memory in MB."""
    return program.usage()[0] * 1024 / 1e6


def percentile(values, share):
    """The value that this share of the values does not exceed."""
    values = sorted(values)
    return values[min(int(len(values) * share), len(values) - 1)]
