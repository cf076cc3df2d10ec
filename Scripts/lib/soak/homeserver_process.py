"""A Matrix server that is killed and started again on the same data."""

import os
import re
import signal
import subprocess
import threading
import time


class StartFailure(Exception):
    """The server did not start: its command, and its last output."""


class ServerProcess:
    """Runs the server's command, which prints its address, and kills its processes.

    `{data}` in the command stands for the folder of the data. A line with the address may also
    name a process ("pid 123"), which is the one to kill then: the command may end at once.
    """

    _address = re.compile(rb"http://(127\.0\.0\.1|localhost):\d+")
    _other = re.compile(rb"\bpid (\d+)")

    def __init__(self, command, data, log):
        self.command = [part.replace("{data}", data) for part in command]
        self.log = log
        self.process = None
        self.pid = None
        self.starts = 0
        self.start_seconds = []

    def launch(self):
        """Starts the command without waiting."""
        self.starts += 1
        with open(self.log, "ab") as errors:
            # A new session, so that Ctrl-C at the terminal reaches only this script.
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
                start_new_session=True)
        self.pid = self.process.pid

    def start(self, seconds=90):
        """Starts the server and returns its address."""
        begin = time.monotonic()
        self.launch()
        watchdog = threading.Timer(seconds, self.process.kill)
        watchdog.start()
        said = []
        try:
            for line in self.process.stdout:
                said.append(line)
                if address := self._address.search(line):
                    if other := self._other.search(line):
                        self.pid = int(other[1])
                    self._drain(self.process.stdout)
                    self.start_seconds.append(time.monotonic() - begin)
                    return address[0].decode()
        finally:
            watchdog.cancel()
        self.process.wait()
        raise StartFailure(
            f"start {self.starts} of {self.command[0]} printed no address:\n{self.tail(said)}")

    def tail(self, said=()):
        with open(self.log, "rb") as log:
            lines = list(said) + log.readlines()
        return b"".join(lines[-20:]).decode(errors="replace")

    def kill(self):
        """Kills the server without warning, as a power loss would."""
        if self.pid == self.process.pid:
            # Kill the command's other processes too.
            os.killpg(self.pid, signal.SIGKILL)
        else:
            os.kill(self.pid, signal.SIGKILL)
        self._wait(10)

    def stop(self, seconds=20):
        """Asks the server to stop; returns whether it did in time."""
        os.kill(self.pid, signal.SIGTERM)
        return self._wait(seconds)

    def end(self):
        """Cleans up, whatever happened."""
        if self.pid and self._lives():
            self.kill()

    def ended(self):
        """Whether the server exited on its own."""
        return not self._lives()

    def _lives(self):
        if self.pid == self.process.pid:
            return self.process.poll() is None
        try:
            with open(f"/proc/{self.pid}/stat") as stat:
                return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
        except OSError:
            return False

    def _wait(self, seconds):
        deadline = time.monotonic() + seconds
        while self._lives():
            if time.monotonic() > deadline:
                return False
            time.sleep(0.002)
        return True

    @staticmethod
    def _drain(stream):
        """Keeps reading, so that the server never blocks on its output."""
        threading.Thread(target=lambda: [None for _ in stream], daemon=True).start()
