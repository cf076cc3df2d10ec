"""A user who types numbered messages into chat-tui on a pseudo-terminal."""

import queue
import re
import sys
import threading
import time

from terminal.program import Program

COLUMNS, ROWS = 80, 24
ESC, ENTER, BACKSPACE = "\x1b", "\r", "\x7f"
START_SECONDS = 30
ECHO_SECONDS = 20

# So soon does the thread that notes when output arrives interrupt the emulator, which takes up to 0.2 s for
# a whole screen.
sys.setswitchinterval(0.0005)


class Stuck(Exception):
    """The program does not do what it should, or has ended."""


class User:
    """One run of the program."""

    def __init__(self, binary, folder, name):
        self.program = Program([binary, "--data-dir", folder], COLUMNS, ROWS, {"TERM": "xterm-256color"})
        self._number = re.compile(rf"\b{name}(\d{{5}})\.")
        self.shown = 0
        self.changed = time.perf_counter()
        self._output = queue.SimpleQueue()
        self._is_ending = False
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        while not (self._is_ending or self.program.has_ended):
            if (output := self.program.read(0.1)) is not None:
                self._output.put(output)

    @property
    def has_ended(self):
        return self.program.has_ended and self._output.empty()

    def end(self):
        """Hangs up and makes sure that the program exits."""
        self._is_ending = True
        self._reader.join()
        self.program.end()

    def settle(self, seconds):
        """Shows output for a time; ends early when the program ends."""
        end = time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0 and not self.has_ended:
            self._show(rest)

    def _show(self, seconds):
        try:
            self.changed, output = self._output.get(timeout=seconds)
        except queue.Empty:
            return
        self.program.show(output)

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
        """Types a key and returns how long the composer took to show what was expected."""
        begin = time.perf_counter()
        self.program.write(key)
        shown = self.wait(lambda: self.composer() == expected, ECHO_SECONDS, f"“{expected}”")
        return max(0, shown - begin)

    def type(self, text):
        """Types a message and Enter at once, as a paste without brackets."""
        self.program.write(text + ENTER)
