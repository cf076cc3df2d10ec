"""A user who types numbered messages into chat-tui on a pseudo-terminal."""

import os
import re
import select
import signal
import struct
import time
import typing

from terminal.program import Program

COLUMNS, ROWS = 80, 24
ESC, ENTER, BACKSPACE = "\x1b", "\r", "\x7f"
START_SECONDS = 30
ECHO_SECONDS = 20

class Stuck(Exception):
    """The program does not do what it should, or has ended."""


class Echo(typing.NamedTuple):
    """The seconds from a key to the screen, and what the program's main thread did in them."""

    seconds: float
    computed: float
    queued: float  # ready, but every processor ran something else


class Output:
    """A program's output with the times at which it arrived.

    A process of its own reads it: an emulator takes up to 0.2 s for a whole screen, in which a thread beside
    it would not notice what arrives.
    """

    _HEAD = struct.Struct("=dI")

    def __init__(self, program):
        self._pipe, theirs = os.pipe()
        self._reader = os.fork()
        if self._reader == 0:
            self._forward(program, theirs)
        os.close(theirs)
        self.has_ended = False

    def _forward(self, program, pipe):
        try:
            os.close(self._pipe)
            while not program.has_ended:
                if (output := program.read(1)) is not None:
                    os.write(pipe, self._HEAD.pack(output[0], len(output[1])) + output[1])
        finally:
            os._exit(0)

    def get(self, seconds):
        """The next output as (time, bytes); None on a timeout and at the end."""
        if self.has_ended or not select.select([self._pipe], [], [], max(seconds, 0))[0]:
            return None
        if not (head := self._read(self._HEAD.size)):
            return None
        moment, size = self._HEAD.unpack(head)
        return moment, self._read(size)

    def _read(self, size):
        data = b""
        while len(data) < size:
            part = os.read(self._pipe, size - len(data))
            if not part:
                self.has_ended = True
                return b""
            data += part
        return data

    def end(self):
        os.kill(self._reader, signal.SIGKILL)
        os.waitpid(self._reader, 0)
        os.close(self._pipe)
        self.has_ended = True


class User:
    """One run of the program."""

    def __init__(self, binary, folder, name):
        self.program = Program([binary, "--data-dir", folder], COLUMNS, ROWS, {"TERM": "xterm-256color"})
        self._number = re.compile(rf"\b{name}(\d{{5}})\.")
        self.shown = 0
        self._typed = ""
        self.changed = time.perf_counter()
        self._output = Output(self.program)

    @property
    def has_ended(self):
        return self._output.has_ended

    def end(self):
        """Hangs up and makes sure that the program exits."""
        self._output.end()
        self.program.end()

    def reap(self):
        """Kills the program without warning; returns how it ended, as the program says it."""
        self._output.end()
        return self.program.reap()

    def settle(self, seconds):
        """Shows output for a time; ends early when the program ends."""
        end = time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0 and not self.has_ended:
            self._show(rest)

    def _show(self, seconds):
        if output := self._output.get(seconds):
            self.changed, data = output
            self.program.show(data)

    def _rows(self):
        """The right part of the screen: the conversation and, in the last row, the composer."""
        rows = [row.split("│", 1)[1] for row in self.program.screen.display if "│" in row]
        place = max((index for index, row in enumerate(rows) if row.startswith(" > ")), default=None)
        return ([], "") if place is None else (rows[:place], rows[place][3:].rstrip())

    def note_shown(self, most):
        """Remembers the greatest number that the conversation shows."""
        for row in self._rows()[0]:
            for found in self._number.findall(row):
                if int(found) <= most:
                    self.shown = max(self.shown, int(found))

    def composer_rows(self):
        """The composer's rows without its prompt; the first may have scrolled away."""
        rows = [row.split("│", 1)[1] for row in self.program.screen.display if "│" in row]
        return [row[3:].rstrip() for row in rows]

    def composer(self):
        text = self._rows()[1]
        return "" if text.startswith("Write to ") else text

    def wait(self, condition, seconds, what):
        """Waits until the screen fulfils a condition; returns the time of its last change."""
        end = time.monotonic() + seconds
        while not condition():
            if self.has_ended:
                raise Stuck(f"the program ended before {what}")
            if time.monotonic() > end:
                raise Stuck(f"no {what} within {seconds} s:\n{self.program.text()}")
            self._show(0.05)
        return self.changed

    def wait_for_composer(self, draft=""):
        """Waits until the composer has the draft that the last run left, and deletes the draft."""
        if draft:
            ending = draft.splitlines()[-1]
            self.wait(lambda: ending in self.composer_rows(), START_SECONDS, f"draft “{ending}”")
            self.program.write(BACKSPACE * len(draft))
        self.wait(lambda: "Write to " in self._rows()[1], START_SECONDS, "empty composer")

    def wait_until_online(self, seconds):
        self.wait(lambda: "● online" in self.program.text(), seconds, "“online”")

    def press(self, key, expected):
        """Types a key and returns its echo: how long the composer took to show what was expected."""
        computed, queued = self.program.main_thread_seconds()
        begin = time.perf_counter()
        self.program.write(key)
        shown = self.wait(lambda: self.composer() == expected, ECHO_SECONDS, f"“{expected}”")
        computed_then, queued_then = self.program.main_thread_seconds()
        return Echo(max(0, shown - begin), computed_then - computed, queued_then - queued)

    def type(self, text):
        """Types a message and Enter at once, as a paste without brackets.

        Waits until the last one is sent: two that the program reads at once would be one of two lines.
        """
        end = time.monotonic() + ECHO_SECONDS
        while self._typed and not self.has_ended and not any(self._typed in row for row in self._rows()[0]):
            if time.monotonic() > end:
                raise Stuck(f"no “{self._typed}” among the messages:\n{self.program.text()}")
            self._show(0.05)
        self._typed = text
        self.program.write(text + ENTER)
