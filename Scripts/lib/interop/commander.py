"""matrix-commander: two people run it as a program, with the files that it keeps."""

import json
import secrets
import subprocess
import sys
import tempfile
from pathlib import Path

from interop.steps import picture

CLIENT = "matrix-commander"
PROGRAM = Path(sys.executable).with_name(CLIENT)


class Person:
    """An account and the folder of its credentials and keys."""

    def __init__(self, steps, folder, account):
        self.steps = steps
        self.folder = folder
        self.account = account
        self.user_id = ""
        folder.mkdir()

    def call(self, *arguments, typed=""):
        """The output of a call; a failure or a warning fails the check."""
        command = [PROGRAM, "--credentials", "credentials.json", "--store", "store", *arguments]
        # A new session has no terminal, so the program reads the password from its input.
        done = subprocess.run(
            command, cwd=self.folder, input=typed, text=True, capture_output=True, timeout=120,
            start_new_session=True, check=False)
        bad = [line for line in done.stderr.splitlines() if "matrix-commander:" in line
               and ("ERROR" in line or "WARNING" in line)]
        if done.returncode != 0 or bad:
            reason = bad[0] if bad else done.stderr.strip()[-500:]
            self.steps.fail(f"{' '.join(arguments)}: exit {done.returncode}: {reason}")
        return done.stdout

    def ask(self, *arguments):
        """The JSON objects that a call prints, one per line."""
        output = self.call(*arguments, "--output", "json")
        try:
            return [json.loads(line) for line in output.splitlines() if line.strip()]
        except ValueError:
            return self.steps.fail(f"{' '.join(arguments)}: no JSON: {output[:500]!r}")

    def ask_one(self, *arguments):
        answers = self.ask(*arguments)
        self.steps.equal(len(answers), 1, f"answers of {' '.join(arguments)}")
        return answers[0]

    def sign_in(self, url):
        self.call(
            "--login", "password", "--homeserver", url, "--user-login", self.account.name,
            "--device", "interop-commander", "--room-default", "#none:localhost",
            typed=f"{self.account.password}\nYes\n")
        self.user_id = self.ask_one("--whoami")["user_id"]

    def tail(self, room, count):
        """The last events of a room."""
        return self.ask("--listen", "tail", "--tail", str(count), "--listen-self", "--room", room)


def run(steps, url, first, second):
    with tempfile.TemporaryDirectory(prefix="interop-") as folder:
        ada = Person(steps, Path(folder, "first"), first)
        bob = Person(steps, Path(folder, "second"), second)
        Story(steps, url, ada, bob).run()


class Story:
    """Every step of the two people, in order."""

    def __init__(self, steps, url, ada, bob):
        self.steps = steps
        self.url = url
        self.ada = ada
        self.bob = bob
        self.room = ""

    def run(self):
        for step in (
            self.login, self.account, self.create, self.join, self.send, self.media, self.files,
            self.leave, self.logout,
        ):
            self.steps.begin(CLIENT, step.__doc__)
            step()

    def login(self):
        """login"""
        for person in (self.ada, self.bob):
            person.sign_in(self.url)
            self.steps.check(person.user_id.startswith("@"), f"user id {person.user_id!r}")

    def account(self):
        """profile, limits of the server"""
        name = f"Ada {secrets.token_hex(4)} 你好"
        self.ada.call("--set-display-name", name)
        answer = self.bob.ask_one("--get-display-name", "--user", self.ada.user_id)
        self.steps.equal(answer["displayname"], name, "display name")
        profile = self.ada.ask_one("--get-profile")
        self.steps.equal(profile["displayname"], name, "display name of the own profile")
        config = self.ada.ask_one("--content-repository-config")
        self.steps.check(config["upload_size"] >= 1 << 20, f"upload limit {config}")

    def create(self):
        """a room"""
        answer = self.ada.ask_one(
            "--room-create", f"interop-{secrets.token_hex(4)}", "--plain", "--name", "Interop",
            "--topic", "Commander")
        self.room = answer["room_id"]
        self.alias = answer["alias_full"]
        rooms = self.ada.ask_one("--joined-rooms")["rooms"]
        self.steps.check(self.room in rooms, "the room is not among the joined ones")
        resolved = json.dumps(self.ada.ask("--room-resolve-alias", self.alias))
        self.steps.check(self.room in resolved, f"the alias stands for {resolved}")

    def join(self):
        """an invite and a join"""
        self.ada.call("--room-invite", self.alias, "--user", self.bob.user_id)
        self.bob.call("--room-join", self.alias)
        members = json.dumps(self.ada.ask("--joined-members", self.room))
        for person in (self.ada, self.bob):
            self.steps.check(person.user_id in members, f"{person.user_id} is not in {members}")

    def send(self):
        """text, markdown and emoji, read by the other"""
        body = f"hello {secrets.token_hex(4)} é🐇 <&>"
        sent = self.ada.ask_one("--message", body, "--room", self.alias, "--print-event-id")
        self.ada.call("--message", "**bold**", "--markdown", "--room", self.alias)
        events = {
            event["source"]["event_id"]: event["source"] for event in self.bob.tail(self.room, 5)}
        self.steps.check(sent["event_id"] in events, "the message is not among the last events")
        self.steps.equal(events[sent["event_id"]]["content"]["body"], body, "text")
        self.steps.equal(events[sent["event_id"]]["sender"], self.ada.user_id, "sender")
        formatted = [event["content"].get("formatted_body", "") for event in events.values()]
        self.steps.check(
            any("<strong>bold</strong>" in text for text in formatted), f"no bold in {formatted}")

    def media(self):
        """a picture, which matrix-commander encrypts in every room"""
        data = picture(300, 200)
        path = self.ada.folder / "gradient.png"
        path.write_bytes(data)
        self.ada.call("--image", str(path), "--room", self.alias)
        content = self.bob.tail(self.room, 1)[0]["source"]["content"]
        self.steps.equal(content["msgtype"], "m.image", "kind of message")
        file = content["file"]
        self.bob.call(
            "--download", file["url"], "--file-name", "copy.png", "--key-dict", repr(file))
        copy = self.bob.folder / "copy.png"
        self.steps.check(copy.read_bytes() == data, "another picture was downloaded")

    def files(self):
        """upload and download by address"""
        data = secrets.token_bytes(300_000)
        path = self.ada.folder / "data.bin"
        path.write_bytes(data)
        uri = self.ada.ask_one("--upload", str(path), "--plain")["content_uri"]
        self.bob.call("--download", uri, "--file-name", "copy.bin", "--plain")
        copy = self.bob.folder / "copy.bin"
        self.steps.check(copy.read_bytes() == data, "other bytes came back")

    def leave(self):
        """leave and forget"""
        self.bob.call("--room-leave", self.alias)
        rooms = self.bob.ask_one("--joined-rooms")["rooms"]
        self.steps.check(self.room not in rooms, "the room is still joined")
        self.bob.call("--room-forget", self.alias)
        self.ada.call("--room-leave", self.alias)

    def logout(self):
        """logout"""
        for person in (self.ada, self.bob):
            person.call("--logout", "me")
