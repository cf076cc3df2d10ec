import Foundation
import TestServers

/// A server in a process of its own whose tokens and password a test can look for.
///
/// It has one room, expires the first token after a few polls, and repeats tokens in its errors.
final class PlantedServer {
  static let password = "canary-password-7391"
  /// What must not appear anywhere in the clear.
  static let secrets = [
    password, "canary_access_1", "canary_access_2", "canary_refresh_1", "canary_refresh_2",
  ]
  let url: String
  private let process: Process

  init() throws {
    process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-u", "-c", Self.program]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    url = "http://127.0.0.1:\(line.trimmingCharacters(in: .whitespacesAndNewlines))"
  }

  func stop() { process.terminate() }

  /// How often the server gave out new tokens.
  func refreshes() throws -> Int {
    let text = try CommandRunner.output(
      of: [
        "python3", "-c",
        "import urllib.request as r; print(r.urlopen('\(url)/count').read().decode())",
      ],
      environment: ["PATH": "/usr/bin:/bin"])
    return Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? -1
  }

  private static let program = """
    import http.server, json, time
    polls = refreshes = 0
    class Handler(http.server.BaseHTTPRequestHandler):
      protocol_version = 'HTTP/1.1'
      def log_message(self, *args): pass
      def answer(self, body, status=200):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(data)))
        self.end_headers()
        self.wfile.write(data)
      def do_POST(self):
        global refreshes
        text = self.rfile.read(int(self.headers.get('Content-Length') or 0)).decode()
        if self.path.endswith('/login'):
          if '\(password)' not in text:
            return self.answer({'errcode': 'M_FORBIDDEN', 'error': text}, 403)
          return self.answer({'user_id': '@ada:localhost', 'device_id': 'DEVICE',
            'access_token': 'canary_access_1', 'refresh_token': 'canary_refresh_1'})
        if self.path.endswith('/refresh'):
          refreshes += 1
          return self.answer({'access_token': 'canary_access_2',
            'refresh_token': 'canary_refresh_2'})
        self.answer({'errcode': 'M_FORBIDDEN', 'error': 'canary_access_2 canary_refresh_2'}, 403)
      do_PUT = do_POST
      def do_GET(self):
        global polls
        token = self.headers.get('Authorization') or ''
        if self.path == '/count': return self.answer(refreshes)
        if self.path.endswith('/versions'): return self.answer({'versions': ['v1.12']})
        if self.path.endswith('/login'):
          return self.answer({'flows': [{'type': 'm.login.password'}]})
        if '/sync' in self.path:
          polls += 1
          if token.endswith('canary_access_1') and polls > 3:
            return self.answer({'errcode': 'M_UNKNOWN_TOKEN', 'error': token,
              'soft_logout': True}, 401)
          if 'since' in self.path: time.sleep(0.3)
          name = {'type': 'm.room.name', 'state_key': '', 'sender': '@ada:localhost',
            'event_id': '$n', 'origin_server_ts': 1, 'content': {'name': 'Planted room'}}
          return self.answer({'next_batch': str(polls), 'rooms': {'join': {'!r:localhost':
            {'state': {'events': [name]}}}}})
        self.answer({'errcode': 'M_UNKNOWN', 'error': token}, 400)
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()
    """
}
