"""A user who types numbered messages into chat-tui on a pseudo-terminal."""

import math
import multiprocessing
import os
import re
import signal
import time
import typing

from terminal.program import Program, kernel_workers, thread_seconds

COLUMNS, ROWS = 80, 24
ESC, ENTER, BACKSPACE, UP = "\x1b", "\r", "\x7f", "\x1b[A"
# What an empty composer says: in a room, in a thread, and while a message or a caption is changed.
_PLACEHOLDERS = ("Write to ", "Answer in the thread", "Write the new text", "Write a caption, ")
# What the screen shows in a thread, and above a composer whose text replies or changes.
THREAD, BANNER = "Thread in ", "↪ "
START_SECONDS = 30
ECHO_SECONDS = 20
# Behind a pause Enter is meant: right behind keys that open a field or go to one it has to be pressed twice.
PAUSE_SECONDS = 0.35


class Stuck(Exception):
    """The program does not do what it should, or has ended."""


class Ended(Stuck):
    """The program has ended while the user waited for something."""


class Echo(typing.NamedTuple):
    """The seconds from a key to the screen, and what the program's main thread did in them."""

    seconds: float
    computed: float
    queued: float  # it or what carries keys and output was ready, but every processor ran something else

    @property
    def own(self):
        """What the program can answer for: computing, and waiting for a lock, a disk or another thread.

        Not what other programs on a shared machine take, which would fail a run in which nothing is wrong.
        """
        return max(0, self.seconds - self.queued)


class Moment(typing.NamedTuple):
    """What the main thread had computed at a time, and what each process on a key's way had waited for a processor."""

    time: float
    computed: float
    waits: dict

    def echo(self, shown, late):
        """The echo of a key that was pressed at this moment, or so many seconds late."""
        waits = [wait - self.waits[process] for process, wait in shown.waits.items() if process in self.waits]
        return Echo(max(0, shown.time - self.time), max(0, shown.computed - self.computed), sum(waits) + late)


class Output:
    """A program's output with the moments at which it arrived.

    A process of its own reads it: an emulator takes up to 0.2 s for a whole screen, in which a thread beside
    it would not notice what arrives.
    """

    _WORKERS_SECONDS = 5

    def __init__(self, program):
        self._program = program
        self._workers, self._listed = [], -math.inf
        self._pipe, theirs = multiprocessing.Pipe(duplex=False)
        self._reader = os.fork()
        if self._reader == 0:
            self._forward(theirs)
        theirs.close()
        self.has_ended = False

    def _forward(self, pipe):
        try:
            self._pipe.close()
            self._reader = os.getpid()
            while not self._program.has_ended:
                if (output := self._program.read(1)) is not None:
                    pipe.send((self._moment(output[0]), output[1]))
                self._list_workers()
        finally:
            os._exit(0)

    def now(self):
        self._list_workers()
        # The time comes last: to read the rest takes some.
        return self._moment(0)._replace(time=time.perf_counter())

    def _moment(self, now):
        computed, queued = self._program.main_thread_seconds()
        waits = {process: thread_seconds(process)[1] for process in (self._reader, *self._workers)}
        # A worker that has ended has no time.
        return Moment(now, computed, {self._program.pid: queued} | {key: wait for key, wait in waits.items() if wait})

    def _list_workers(self):
        if time.monotonic() - self._listed > self._WORKERS_SECONDS:
            self._workers, self._listed = kernel_workers(), time.monotonic()

    def get(self, seconds):
        """The next output as (moment, bytes); None on a timeout and at the end."""
        if self.has_ended or not self._pipe.poll(max(seconds, 0)):
            return None
        try:
            return self._pipe.recv()
        except EOFError:
            self.has_ended = True
            return None

    def end(self):
        os.kill(self._reader, signal.SIGKILL)
        os.waitpid(self._reader, 0)
        self._pipe.close()
        self.has_ended = True


class User:
    """One run of the program."""

    def __init__(self, binary, folder, name):
        self.program = Program([binary, "--data-dir", folder], COLUMNS, ROWS, {"TERM": "xterm-256color"})
        self._number = re.compile(rf"\b{name}(\d{{5}})\.")
        self.shown = 0
        self._typed = ""
        self._output = Output(self.program)
        self._changed = self._output.now()

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
            self._changed, data = output
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
        return "" if text.startswith(_PLACEHOLDERS) else text

    @property
    def has_composer(self):
        return self._rows()[1] != ""

    def shows(self, text):
        return text in self.program.text()

    @property
    def is_asked_again(self):
        """Whether the last row asks for Enter again: the program cannot tell that it was meant."""
        return "Too fast" in self.program.text().rsplit("\n", 1)[1]

    @property
    def is_writing(self):
        """Whether the composer or a question has the focus: only they have a cursor."""
        return not self.program.screen.cursor.hidden

    def leave_composer(self):
        """Goes to the messages."""
        self.drop_reply()
        self.program.write(ESC)
        self.wait(lambda: not self.is_writing, ECHO_SECONDS, "messages with the focus")

    def drop_reply(self):
        if self.shows(BANNER):
            self.program.write(ESC)
            self.wait(lambda: not self.shows(BANNER), ECHO_SECONDS, "composer without a reply")

    def leave_thread(self):
        if self.shows(THREAD):
            self.leave_composer()
            self.program.write(ESC)
            self.wait(lambda: not self.shows(THREAD), ECHO_SECONDS, "room behind the thread")

    def focus_composer(self):
        """Goes back to the composer from the messages."""
        if not self.is_writing:
            self.program.write("i")
            self.wait(lambda: self.is_writing, ECHO_SECONDS, "composer")
            self.settle(PAUSE_SECONDS)

    def watch(self, condition, seconds):
        """Whether the screen fulfils a condition within that time."""
        end = time.monotonic() + seconds
        while not condition():
            if self.has_ended:
                raise Ended(f"the program has ended:\n{self.program.text()}")
            if time.monotonic() > end:
                return False
            self._show(0.05)
        return True

    def wait(self, condition, seconds, what):
        """Waits until the screen fulfils a condition; returns the moment of its last change."""
        if not self.watch(condition, seconds):
            raise Stuck(f"no {what} within {seconds} s:\n{self.program.text()}")
        return self._changed

    def wait_for_composer(self, draft="", is_in_thread=False):
        """Waits until the screen has what the last run left, and returns to the room and an empty composer."""
        if is_in_thread:
            self.wait(lambda: self.shows(THREAD), START_SECONDS, "thread")
            self.leave_thread()
            self.focus_composer()
        if draft:
            ending = draft.splitlines()[-1]
            self.wait(lambda: ending in self.composer_rows(), START_SECONDS, f"draft “{ending}”")
            self.program.write(BACKSPACE * len(draft))
        self.wait(
            lambda: self._rows()[1].startswith(_PLACEHOLDERS), START_SECONDS, "empty composer")
        self.drop_reply()

    def wait_until_online(self, seconds):
        self.wait(lambda: "● online" in self.program.text(), seconds, "“online”")

    def press(self, key, expected):
        """Types a key and returns its echo: how long the composer took to show what was expected."""
        waited = thread_seconds(os.getpid())[1]
        pressed = self._output.now()
        self.program.write(key)
        late = thread_seconds(os.getpid())[1] - waited
        # As it was read: the emulator takes longer than the echo, and other programs run meanwhile.
        shown = self.wait(lambda: self.composer() == expected, ECHO_SECONDS, f"“{expected}”")
        return pressed.echo(shown, late)

    def wait_until_shown(self):
        """Waits until what was typed last is among the messages."""
        end = time.monotonic() + ECHO_SECONDS
        while self._typed and not self.watch(lambda: any(self._typed in row for row in self._rows()[0]), 2):
            if self.is_asked_again:
                self.program.write(ENTER)
            elif time.monotonic() > end:
                raise Stuck(f"no “{self._typed}” among the messages:\n{self.program.text()}")
        self._typed = ""

    def type(self, text):
        """Types a message and Enter at once, as a paste without brackets.

        Waits until the last one is sent: two that the program reads at once would be one of two lines.
        """
        self.wait_until_shown()
        self._typed = text
        self.program.write(text + ENTER)
