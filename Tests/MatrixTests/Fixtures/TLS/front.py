"""Speaks TLS on a free port of this machine and passes on what it carries: CERTIFICATE KEY PORT.

Prints its port, then a line for each connection that came. Ends with its standard input.
"""

import os
import socket
import ssl
import sys
import threading


def carry(source, target):
    try:
        while data := source.recv(1 << 16):
            target.sendall(data)
    except OSError:
        pass
    for end in (source, target):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def serve(plain, context, port):
    try:
        secure = context.wrap_socket(plain, server_side=True)
    except OSError:
        plain.close()
        return
    server = socket.create_connection(("127.0.0.1", port))
    threading.Thread(target=carry, args=(server, secure), daemon=True).start()
    carry(secure, server)


def end_with_input():
    sys.stdin.read()
    os._exit(0)


certificate, key, port = sys.argv[1:]
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
threading.Thread(target=end_with_input, daemon=True).start()
while True:
    connection, _ = listener.accept()
    print("connection", flush=True)
    threading.Thread(target=serve, args=(connection, context, int(port)), daemon=True).start()
