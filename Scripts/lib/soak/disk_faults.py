"""A disk whose writes fail when they are told to, and the program on it."""

import ctypes
import errno
import mmap
import os
import re
import shutil
import signal
import subprocess
import termios
import time

from terminal.program import Program

SHIM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bad_disk.c")
COLUMNS, ROWS = 80, 24
ENTER, QUIT = "\r", "\x11"
ALL = (1 << 32) - 1
# What the program says of a disk, as SQLite and the system name its errors.
REASONS = re.compile(
    r"disk I/O error|input/output error|no space left|database or disk is full|cannot|could not|not kept"
    r"|not sent|unable to open", re.IGNORECASE)
_SEQUENCES = re.compile(r"\x1b\[[\d;?<>=]*[ $]?[@-~]|\x1b\][^\x07\x1b]*(\x07|\x1b\\)|\x1b[()#%].|\x1b.")


class Harm(Exception):
    """The program did what no disk should make it do."""


class _Control(ctypes.Structure):
    """`struct control` of the shim."""

    _fields_ = [(name, ctypes.c_uint32) for name in ("first", "last", "error", "count", "failed")] + [
        ("call", ctypes.c_char * 32), ("path", ctypes.c_char * 256)]


class BadDisk:
    """Fails chosen calls on the files of a folder, in programs that have its variables."""

    def __init__(self, folder, files):
        self.shim = os.path.join(folder, "bad_disk.so")
        if not os.path.exists(self.shim):
            # Swift brings the latter.
            compiler = shutil.which("cc") or "clang"
            subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", self.shim, SHIM, "-ldl"], check=True)
        shared = os.path.join(folder, "bad_disk")
        with open(shared, "w+b") as file:
            file.truncate(ctypes.sizeof(_Control))
            self._memory = mmap.mmap(file.fileno(), ctypes.sizeof(_Control))
        self._control = _Control.from_buffer(self._memory)
        self._is_armed = False
        self.count = 0  # of the calls while it was armed last
        self.variables = {"LD_PRELOAD": self.shim, "CHATTUI_BAD_DISK": shared, "CHATTUI_BAD_FOLDER": files}

    def arm(self, number, error, lasts):
        """Fails the call with this number from now on, and with `lasts` all that follow; 0 only counts."""
        self.disarm()
        control = self._control
        control.count = control.failed = 0
        control.call = control.path = b""
        control.first, control.last = number, ALL if lasts else number
        control.error = error if number else 0
        self._is_armed = True

    def disarm(self):
        self._control.error = 0
        if self._is_armed:
            self.count, self._is_armed = self._control.count, False

    @property
    def has_struck(self):
        return self._control.failed > 0

    def __str__(self):
        control = self._control
        return f"{control.call.decode()} of {control.path.decode(errors='replace')}"


class Screen:
    """One run of the program."""

    def __init__(self, binary, folder, variables=None):
        self.program = Program(
            [binary, "--data-dir", folder], COLUMNS, ROWS, {"TERM": "xterm-256color"} | (variables or {}))
        self._output = b""
        self.status = None

    def settle(self, seconds):
        end = time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0 and not self.program.has_ended:
            if (output := self.program.read(rest)) is not None:
                self._output = (self._output + output[1])[-4000:]
                self.program.show(output[1])

    def watch(self, condition, seconds):
        """Whether the screen, or something else, fulfils a condition within that time."""
        end = time.monotonic() + seconds
        while not condition():
            if self.program.has_ended or time.monotonic() > end:
                return False
            self.settle(0.05)
        return True

    def wait(self, condition, what, seconds=20):
        if not self.watch(condition, seconds):
            raise Harm(f"no {what}:\n{self.program.text()}\n{self.last_words()[-400:]}")

    def type(self, text):
        self.program.write(text)

    def shows(self, words):
        return words in self.program.text()

    def tells(self):
        """Whether a line says what is wrong, also behind the screen after its end."""
        return REASONS.search(self.last_words() if self.program.has_ended else self.program.text())

    def composer(self):
        """The text in the composer; None when there is none."""
        rows = [row.split("│", 1)[1] for row in self.program.text().split("\n") if "│" in row]
        found = next((row[3:] for row in reversed(rows) if row.startswith(" > ")), None)
        return "" if found and found.startswith("Write to ") else found

    def last_words(self):
        """What the program wrote last, without its screen."""
        text = self._output.decode(errors="replace").rsplit("\x1b[?1049l", 1)[-1]
        return _SEQUENCES.sub("", text)

    def quit(self):
        """Quits as a user does; fails unless that ends the program in order."""
        self.type(QUIT)
        if self.end() != 0:
            raise Harm(f"quitting ended the program with {self.status}: {self.last_words()[-400:]}")

    def end(self, seconds=20):
        """Waits for the end; returns the status, negative for a signal, of a program that left all in order."""
        limit = time.monotonic() + seconds
        while not self.program.has_ended and time.monotonic() < limit:
            self.settle(0.2)
        if not self.program.has_ended:
            raise Harm(f"the program does not end:\n{self.program.text()}")
        # The terminal outlives it on this side.
        modes = self.program.modes()
        self.status = os.waitstatus_to_exitcode(os.waitpid(self.program.pid, 0)[1])
        self.program.close()
        if self.status not in (0, 1):
            raise Harm(f"the program ended with {self.status}: {self.last_words()[-400:]}")
        if modes != fresh_modes():
            raise Harm("the modes of the terminal are not restored")
        return self.status

    def kill(self):
        """Cleans up, whatever happened."""
        if self.status is None:
            try:
                os.kill(self.program.pid, signal.SIGKILL)
                os.waitpid(self.program.pid, 0)
                self.program.close()
            except (ProcessLookupError, ChildProcessError, OSError):
                pass


def fresh_modes():
    """The modes of a terminal that no program has changed."""
    ours, theirs = os.openpty()
    try:
        return termios.tcgetattr(ours)
    finally:
        os.close(ours)
        os.close(theirs)


ERRORS = {"EIO": errno.EIO, "ENOSPC": errno.ENOSPC}
