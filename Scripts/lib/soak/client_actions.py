"""What a user does in chat-tui beside typing plain messages; each of it makes one event with a number in its text."""

from soak.client_user import ECHO_SECONDS, ENTER, PAUSE_SECONDS, THREAD, UP, Stuck

# What stays on the screen while an action is under way.
REPLYING, EDITING, REACTION = "↪ replying", "↪ editing", "React to the message"
PATHS, CAPTION = "Send files to ", " to Harbour?"
CTRL_U, SEND_FILE = "\x15", "\x18\x06"


def reply(user, text, _):
    select_newest(user)
    if not answers(user, "r", REPLYING):
        return False
    user.program.write(text)
    return True


def edit(user, text, _):
    """Changes the newest own message."""
    if not answers(user, UP, EDITING):
        return False
    user.program.write(CTRL_U)
    user.wait(lambda: user.composer() == "", ECHO_SECONDS, "empty composer")
    user.program.write(text)
    return True


def react(user, text, _):
    select_newest(user)
    if not answers(user, "+", REACTION):
        return False
    user.program.write(f'"{text}"')
    return True


def answer_in_thread(user, text, _):
    select_newest(user)
    if not answers(user, "t", THREAD):
        return False
    # A draft of an earlier life.
    user.wait(lambda: user.has_composer, ECHO_SECONDS, "composer of the thread")
    user.program.write(CTRL_U)
    user.wait(lambda: user.composer() == "", ECHO_SECONDS, "empty composer of the thread")
    user.program.write(text)
    return True


def send_file(user, text, path):
    """Sends a file with a caption."""
    user.program.write(SEND_FILE)
    user.wait(lambda: user.shows(PATHS), ECHO_SECONDS, "question for a file")
    user.program.write(path)
    user.wait(lambda: user.shows(path[-20:]), ECHO_SECONDS, "path")
    user.settle(PAUSE_SECONDS)
    user.program.write(ENTER)
    confirm(user, PATHS)
    user.wait(lambda: user.shows(CAPTION), ECHO_SECONDS, "question for a caption")
    user.program.write(text)
    return True


# What each leaves on the screen until Enter has ended it.
ACTIONS = {"reply": (reply, REPLYING), "edit": (edit, EDITING), "reaction": (react, REACTION),
           "thread": (answer_in_thread, None), "file": (send_file, CAPTION)}


def begin(user, kind, text, path):
    """Does all but the last Enter; false, with an empty composer, where it is impossible."""
    user.wait_until_shown()
    if not ACTIONS[kind][0](user, text, path):
        user.focus_composer()
        return False
    user.wait(lambda: text in user.composer(), ECHO_SECONDS, f"“{text}” before Enter")
    user.settle(PAUSE_SECONDS)
    return True


def end(user, kind):
    """Waits until Enter has ended it, and returns to the composer of the room."""
    if ACTIONS[kind][1]:
        confirm(user, ACTIONS[kind][1])
    user.wait(lambda: user.composer() == "", ECHO_SECONDS, "empty composer")
    user.leave_thread()
    user.focus_composer()


def confirm(user, sign):
    """Waits until Enter has ended a question; presses it again where the program asks for that."""
    for _ in range(5):
        user.wait(lambda: not user.shows(sign) or user.is_asked_again, ECHO_SECONDS, f"end of “{sign}”")
        if not user.shows(sign):
            return
        user.program.write(ENTER)
        user.settle(PAUSE_SECONDS)
    raise Stuck(f"“{sign}” does not end:\n{user.program.text()}")


def select_newest(user):
    user.leave_composer()
    user.program.write("G")
    user.settle(0.05)


def answers(user, key, sign):
    """Whether the screen shows a sign after a key, which may do nothing here."""
    user.program.write(key)
    return user.watch(lambda: user.shows(sign), 3)

