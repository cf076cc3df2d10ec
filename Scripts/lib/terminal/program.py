"""A program on a pseudo-terminal, with an emulator of its screen."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

import pyte

# Sequences that pyte would show as text: string sequences, and private or spaced CSI sequences.
_UNKNOWN = re.compile(
    r"\x1b[P_^X](?:[^\x1b]|\x1b(?!\\))*\x1b\\|\x1b\[[<=>][\d;:]*[@-~]|\x1b\[[\d;?]*[ $][@-~]"
    r"|\x1b\[\?[\d;]*[^\d;hl]|\x1b\[[\d;]*t|\x1b[=>]")
# The beginning of an incomplete sequence.
_OPEN = re.compile(r"\x1b(?:[\]P_^X](?:[^\x07\x1b]|\x1b(?!\\))*|\[[\d;:?<=> $]*|[()#%]?)$")


class _Screen(pyte.Screen):
    """Adds xterm features that pyte lacks: scrolling by lines, repeating a glyph."""

    def scroll_up(self, count=1, **_):
        self._scroll(count or 1, (self.margins.bottom if self.margins else self.lines - 1), self.index)

    def scroll_down(self, count=1, **_):
        self._scroll(count or 1, (self.margins.top if self.margins else 0), self.reverse_index)

    def _scroll(self, count, edge, move):
        row = self.cursor.y
        self.cursor.y = edge
        for _ in range(min(count, self.lines)):
            move()
        self.cursor.y = row

    def repeat(self, count=1, **_):
        if self.cursor.x > 0:
            glyph = self.buffer[self.cursor.y][self.cursor.x - 1].data
            self.draw(glyph * min(count or 1, self.columns))


class _Stream(pyte.Stream):
    csi = pyte.Stream.csi | {"S": "scroll_up", "T": "scroll_down", "b": "repeat"}
    events = pyte.Stream.events | {"scroll_up", "scroll_down", "repeat"}


class Program:
    """Starts a command; its output is collected with the times at which it arrived."""

    def __init__(self, command, columns, rows, variables):
        self.screen = _Screen(columns, rows)
        self._stream = _Stream(self.screen)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._shown = None
        self.has_ended = False
        environment = {key: value for key, value in os.environ.items()
                       if key not in ("TMUX", "LINES", "COLUMNS")} | variables
        ours, theirs = pty.openpty()
        # Set the size before the start, so that the program cannot read the old one.
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.started = time.perf_counter()
        self.pid = os.fork()
        if self.pid == 0:
            self._become(command, theirs, environment)
        os.close(theirs)
        self._descriptor = ours
        os.set_blocking(ours, False)

    @staticmethod
    def _become(command, terminal, environment):
        try:
            os.setsid()
            fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
            for descriptor in range(3):
                os.dup2(terminal, descriptor)
            os.closerange(3, 256)
            os.execvpe(command[0], command, environment)
        except OSError as error:
            os.write(2, f"{command[0]}: {error.strerror}\r\n".encode())
        finally:
            os._exit(127)

    def write(self, text):
        data = text.encode()
        while data and not self.has_ended:
            select.select([], [self._descriptor], [], 1)
            try:
                data = data[os.write(self._descriptor, data):]
            except BlockingIOError:
                continue
            except OSError:
                self.has_ended = True

    def read(self, timeout):
        """The next output as (time, bytes); None on a timeout."""
        if self.has_ended or not select.select([self._descriptor], [], [], max(timeout, 0))[0]:
            return None
        try:
            data = os.read(self._descriptor, 1 << 16)
        except OSError:
            data = b""
        now = time.perf_counter()
        if not data:
            self.has_ended = True
            return None
        self._answer(data)
        return now, data

    def _answer(self, data):
        """Answers a start-up probe as a plain terminal would, so that the program does not wait for a reply.

        A cursor in the first row would be F3.
        """
        for query, answer in ((b"\x1b[c", "\x1b[?62;22c"), (b"\x1b[>c", "\x1b[>41;380;0c"),
                              (b"\x1b[5n", "\x1b[0n"), (b"\x1b[6n", "\x1b[2;1R")):
            self.write(answer * data.count(query))

    def resize(self, columns, rows):
        """Resizes the terminal and returns the time; its screen keeps the size for earlier output."""
        now = time.perf_counter()
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self._descriptor, termios.TIOCSWINSZ, size)
        return now

    def show(self, data):
        """Updates the emulated screen; true if it changed."""
        text = self._rest + self._decoder.decode(data)
        cut = _OPEN.search(text)
        self._rest = text[cut.start():] if cut else ""
        text = text[:cut.start()] if cut else text
        try:
            self._stream.feed(_UNKNOWN.sub("", text))
        except (IndexError, KeyError, TypeError, ValueError):
            self._stream = _Stream(self.screen)  # continue after a sequence that pyte cannot parse
        look = (self.text(), self.screen.cursor.x, self.screen.cursor.y, self._attributes())
        changed, self._shown = look != self._shown, look
        return changed

    def text(self):
        # Not pyte's display: it fails where only the second half of a wide glyph is left.
        rows = (self.screen.buffer[number] for number in range(self.screen.lines))
        columns = range(self.screen.columns)
        return "\n".join("".join(row[column].data for column in columns).rstrip() for row in rows)

    def _attributes(self):
        return tuple(tuple(sorted((column, cell[1:]) for column, cell in row.items()
                                  if cell[1:] != self.screen.default_char[1:]))
                     for _, row in sorted(self.screen.buffer.items()))

    def usage(self):
        """Resident kB, and voluntary and forced context switches of all threads so far."""
        switches = [0, 0]
        try:
            for thread in os.listdir(f"/proc/{self.pid}/task"):
                values = _status(f"/proc/{self.pid}/task/{thread}/status")
                switches[0] += values.get("voluntary_ctxt_switches", 0)
                switches[1] += values.get("nonvoluntary_ctxt_switches", 0)
            return _status(f"/proc/{self.pid}/status").get("VmRSS", 0), *switches
        except OSError:
            return 0, *switches

    def voluntary_switches(self):
        """The voluntary context switches so far of each thread."""
        found = {}
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            try:
                values = _status(f"/proc/{self.pid}/task/{thread}/status")
            except OSError:
                continue  # the thread ended meanwhile
            found[thread] = values["voluntary_ctxt_switches"]
        return found

    def processor_ms(self):
        """Processor time of all threads so far, in milliseconds."""
        spent = 0
        try:
            for thread in os.listdir(f"/proc/{self.pid}/task"):
                with open(f"/proc/{self.pid}/task/{thread}/schedstat", encoding="ascii") as file:
                    spent += int(file.read().split()[0])
        except OSError:
            pass  # the thread ended meanwhile
        return spent / 1e6

    def main_thread_seconds(self):
        """What `thread_seconds` says of the main thread."""
        return thread_seconds(self.pid)

    def modes(self):
        """The settings of the terminal, which this side keeps after the program's end."""
        return termios.tcgetattr(self._descriptor)

    def close(self):
        """Lets go of a program that has ended and was waited for."""
        os.close(self._descriptor)
        self.has_ended = True

    def reap(self):
        """Kills the program without warning; returns the signal that ended it, or its status as a negative number."""
        # Before hanging up, which ends the program in order. It is there until it is waited for.
        os.kill(self.pid, signal.SIGKILL)
        status = os.waitpid(self.pid, 0)[1]
        os.close(self._descriptor)
        self.has_ended = True
        return os.WTERMSIG(status) if os.WIFSIGNALED(status) else -os.WEXITSTATUS(status)

    def end(self):
        """Hangs up and makes sure that the program exits."""
        os.close(self._descriptor)
        for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGKILL):
            try:
                os.kill(self.pid, number)
                for _ in range(50):
                    if os.waitpid(self.pid, os.WNOHANG)[0]:
                        return
                    time.sleep(0.02)
            except (ProcessLookupError, ChildProcessError):
                return


def thread_seconds(process):
    """The seconds that a process's main thread has computed, and that it was ready but waited for a processor."""
    try:
        with open(f"/proc/{process}/task/{process}/schedstat", encoding="ascii") as file:
            computed, queued, _ = map(int, file.read().split())
    except OSError:
        return 0, 0  # the process has ended
    return computed / 1e9, queued / 1e9


def kernel_workers():
    """The processes of the kernel that carry, beside other work, what is written to terminals."""
    found = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/comm", encoding="utf-8", errors="replace") as file:
                if file.read().startswith("kworker/u"):
                    found.append(int(process))
        except OSError:
            continue  # it ended meanwhile
    return found


def _status(path):
    with open(path, encoding="ascii", errors="replace") as file:
        pairs = (line.split(":", 1) for line in file if ":" in line)
        return {key: int(value.split()[0]) for key, value in pairs
                if value.split() and value.split()[0].isdigit()}
