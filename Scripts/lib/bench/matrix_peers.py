"""Matrix clients that meet the account with many rooms as chat-tui does: matrix-nio and weechat-matrix."""

import json
import pathlib
import subprocess
import sys
import time

from bench import package
from terminal import phases

_NIO = "matrix-nio==0.26.0"
_PLUGIN = pathlib.Path("/usr/share/weechat/python/matrix.py")
_LIMIT, _KEY_SECONDS, _USER = 600, 0.05, "newcomer"
# matrix-nio alone, as a program that only keeps the rooms; it says how long it took.
_SYNC = """
import asyncio, json, sys, time, nio
async def main():
    begin = time.perf_counter()
    client = nio.AsyncClient(sys.argv[1], "@newcomer:localhost")
    await client.login("password")
    response = await client.sync(timeout=0, full_state=True)
    assert isinstance(response, nio.SyncResponse), response
    spent = time.perf_counter() - begin
    print(json.dumps({"rooms": len(client.rooms), "list_ms": spent * 1000,
                      "cpu_ms": time.process_time() * 1000}))
    await client.close()
asyncio.run(main())
"""


def make_certificate(folder):
    """A file with a key and its certificate: weechat-matrix speaks TLS alone."""
    key, file = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj",
         "/CN=localhost", "-keyout", key, "-out", file], check=True, capture_output=True)
    file.write_text(file.read_text() + key.read_text())
    return file


def measure(stub, folder):
    """The figures of both; of weechat-matrix only where Debian has it."""
    rows = [{"subject": "matrix-nio"} | _measure_nio(stub)]
    if _PLUGIN.exists():
        rows.append({"subject": "weechat-matrix"} | _measure_weechat(stub, folder / "weechat-matrix"))
    else:
        print(f"bench: {_PLUGIN} is missing: weechat-matrix is left out", file=sys.stderr)
    return rows


def _measure_nio(stub):
    run = subprocess.run([_nio_python(), "-c", _SYNC, stub.url], check=True, stdout=subprocess.PIPE)
    found = json.loads(run.stdout)
    return {"full_sync_list_ms": found["list_ms"], "full_sync_all_ms": found["list_ms"],
            "full_sync_cpu_ms": found["cpu_ms"]}


def _nio_python():
    """The interpreter of an environment that has matrix-nio, made on the first run."""
    venv = package.ROOT / ".build" / "bench-nio"
    python, mark = venv / "bin" / "python", venv / "installed"
    if not mark.exists() or mark.read_text() != _NIO:
        subprocess.run([sys.executable, "-m", "venv", "--clear", venv], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", _NIO],
                       check=True, stdout=sys.stderr)
        mark.write_text(_NIO)
    return python


def _measure_weechat(stub, home):
    """Its first sync, while letters are typed."""
    # The Python in it must find the system's modules, not those of another Python in the path.
    program = phases.start([
        "env", "-u", "PYTHONPATH", "PATH=/usr/bin:/bin", "weechat", "--dir", str(home), "--run-command", ";".join([
            "/set logger.level.python 0", f"/python load {_PLUGIN}", "/matrix server add bench 127.0.0.1",
            f"/set matrix.server.bench.port {stub.tls_url.rpartition(':')[2]}", "/set matrix.server.bench.ssl_verify off",
            f"/set matrix.server.bench.username {_USER}", "/set matrix.server.bench.password password"])])
    try:
        phases.read_for(program, 3)
        polls, begin = stub.polls(_USER), time.perf_counter()
        program.write("/matrix connect bench\r")
        waits = phases.type_while(
            program, [("z", r"z\Z"), (phases.BACKSPACE, r"(?<!z)\Z")], _KEY_SECONDS,
            lambda: _is_syncing(program, stub, polls, begin))
        return {"full_sync_list_ms": (time.perf_counter() - begin) * 1000,
                "full_sync_cpu_ms": program.processor_ms(), "full_sync_rss_mb": phases.resident(program),
                "full_sync_keys": len(waits), "full_sync_key_wait_ms": max(waits)}
    finally:
        program.end()


def _is_syncing(program, stub, polls, begin):
    if time.perf_counter() - begin > _LIMIT:
        raise RuntimeError(f"weechat-matrix does not finish its first sync:\n{program.text()}")
    return stub.polls(_USER) == polls
