"""Runs third-party Matrix clients against a homeserver; stops at the first failed check."""

import asyncio
import dataclasses
import os
import sys
import traceback
from pathlib import Path

from interop import chat_tui, commander, mautrix, nio, weechat
from interop.steps import Account, Difference, Steps


def first_line(path):
    lines = Path(path).read_text().splitlines()
    if not lines or not lines[0]:
        raise SystemExit(f"interop: {path} holds no password")
    return lines[0]


def main():
    url, *accounts = sys.argv[1:]
    url = url.rstrip("/")
    first, second = (
        Account(name, first_line(path)) for name, path in zip(accounts[::2], accounts[1::2]))
    steps = Steps()
    try:
        ids = asyncio.run(nio.run(steps, url, first, second))
        asyncio.run(chat_tui.run(steps, url, os.environ["CHATTUI_BINARY"], first, second))
        for client in (mautrix, weechat):
            asyncio.run(client.run(steps, url, first, second))
        # matrix-commander mistakes the server's address for its name unless it gets full user IDs.
        whole = (
            dataclasses.replace(account, name=user_id)
            for account, user_id in zip((first, second), ids))
        commander.run(steps, url, *whole)
    except Difference as difference:
        print(f"interop: {difference}", file=sys.stderr)
        return 1
    except Exception as error:  # The client library itself failed on a response.
        traceback.print_exc()
        print(f"interop: {steps.place}: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    print("interop: no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
