"""What chat-tui does with many messages, and IRC clients that do the same: irssi and WeeChat."""

import pathlib
import subprocess
import sys

from bench import account, package
from terminal import phases

IDLE_SECONDS, LETTERS, PAGES, HELD, RESIZES = 10, 200, 100, 300, 40
_STARTS = 5
# By then a pool has ended the threads that it needs no more; the next poll is later still.
_CALM_SECONDS = 10
# A hidden window is filled without drawing each line.
_IRSSI_SCRIPT = """
use strict; use Irssi;
Irssi::settings_set_int('scrollback_lines', 0);
Irssi::settings_set_time('scrollback_time', '0');
Irssi::settings_set_str('scroll_page_count', '/1');
Irssi::signal_emit('setup changed');
Irssi::command('window new hidden');
my $window = Irssi::window_find_refnum(2);
open(my $file, '<', '%s') or die;
while (my $line = <$file>) { chomp $line; $window->print($line, MSGLEVEL_CLIENTCRAP); }
Irssi::command('window goto 2');
"""
_WEECHAT_SCRIPT = """
use strict;
weechat::register('bench', 'chat-tui', '1', 'MIT', 'prints lines', '', '');
for (['weechat.history.max_buffer_lines_number', '0'], ['weechat.look.scroll_page_percent', '100']) {
  weechat::config_option_set(weechat::config_get($_->[0]), $_->[1], 1);
}
my $buffer = weechat::buffer_new('bench', '', '', '', '');
open(my $file, '<', '%s') or die;
while (my $line = <$file>) {
  chomp $line; $line =~ s/ /\\t/; weechat::print($buffer, $line);
}
weechat::buffer_set($buffer, 'display', '1');
"""


def write_lines(path, messages):
    """A file of lines of a sender and a text, as long as those that chat-tui has."""
    room = account.Room("lines", 0, messages, "@reader:localhost")
    with open(path, "w", encoding="utf-8") as file:
        for event in room.events:
            text = event["content"].get("body", "+1")
            file.write(f"{event['sender'][1:].partition(':')[0]} {text}\n")


class Irssi:
    """irssi without a network."""

    name, ready = "irssi", r"\[\(status\)\]"

    def start(self, home):
        return phases.start(["irssi", "--noconnect", "--home", str(home)])

    def start_filled(self, home, lines):
        script = home / "fill.pl"
        script.write_text(_IRSSI_SCRIPT % lines)
        program = self.start(home)
        phases.wait_for(program, self.ready, 30)
        phases.changes(program, phases.settle(program))
        program.write(f"/script load {script}\r")
        return program


class WeeChat:
    """WeeChat without a network."""

    name, ready = "weechat", "Plugins loaded"

    def start(self, home, *options):
        return phases.start(["weechat", "--dir", str(home), *options])

    def start_filled(self, home, lines):
        script = home / "fill.pl"
        script.write_text(_WEECHAT_SCRIPT % lines)
        return self.start(home, "--run-command", f"/perl load {script}")


PEERS = (Irssi(), WeeChat())


def measure_steps(program, before_rest=lambda: None):
    """What every client does with the messages on the screen and above."""
    figures = {"rss_mb": phases.resident(program)}
    before_rest()
    phases.read_for(program, _CALM_SECONDS)
    figures["idle_switches"] = phases.rest(program, IDLE_SECONDS)
    letters = []
    for _ in range(LETTERS // 10):
        letters += phases.press(program, "abcdefghij")[0]
        program.write(phases.BACKSPACE * 10)
        phases.changes(program, phases.settle(program, first=1))
    _, pages = phases.press(program, [phases.PAGE_UP] * PAGES)
    for kind, values in (("letter", letters), ("page", pages)):
        figures[f"{kind}_p50_ms"] = phases.percentile(values, 0.5)
        figures[f"{kind}_p99_ms"] = phases.percentile(values, 0.99)
    figures["held_ms"], figures["held_bytes"] = phases.hold(program, phases.PAGE_UP, HELD)
    figures["resize_ms"], figures["resize_cpu_ms"] = phases.storm(program, RESIZES)
    return figures


def install():
    subprocess.run([package.ROOT / "Scripts" / "setup", "--peers"], check=True, stdout=sys.stderr)


def measure(peer, folder, lines):
    """The figures of a peer: starts without lines, and everything else with all of them."""
    home = pathlib.Path(folder, peer.name)
    home.mkdir()
    starts = []
    for _ in range(_STARTS + 1):
        program = peer.start(home)
        try:
            starts.append(phases.measure_start(program, peer.ready))
        finally:
            program.end()
    # The first start writes the configuration.
    figures = {"first_screen_ms": phases.percentile(starts[1:], 0.5)}
    program = peer.start_filled(home, lines)
    try:
        phases.wait_for(program, account.LAST_TEXT, 300)
        phases.read_for(program, 2)
        return {"subject": peer.name} | figures | measure_steps(program)
    finally:
        program.end()
