import Foundation
import TestServers

/// A server in a process of its own whose tokens and password a test can look for.
///
/// It has one room, says there what a test wants, expires the first token after a few polls, and repeats
/// tokens in its errors.
final class PlantedServer {
  static let password = "canary-password-7391"
  /// What must not appear anywhere in the clear.
  static let secrets = [
    password, "canary_access_1", "canary_access_2", "canary_refresh_1", "canary_refresh_2",
  ]
  let url: String
  private let process: pid_t
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let output = folder / "port"
    process = try CommandRunner.spawn(
      ["python3", "-u", "-c", Self.mediaProgram + "\n" + Self.program],
      environment: ["PATH": "/usr/bin:/bin"],
      streams: ["/dev/null", output.path, (folder / "errors").path])
    let end = ContinuousClock.now + .seconds(20)
    var port = ""
    while !port.hasSuffix("\n"), ContinuousClock.now < end {
      usleep(10_000)
      port = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
    }
    url = "http://127.0.0.1:\(port.trimmingCharacters(in: .newlines))"
  }

  /// Fills in the form, and waits for the room and for the new tokens.
  func signIn(on terminal: PseudoTerminal) throws {
    try terminal.wait(for: "Password")
    terminal.type("\u{1B}[B\(url)\t@ada:localhost\t\(Self.password)\r")
    try terminal.wait(for: "Write to Planted room")
    try terminal.wait("refresh") { try refreshes() > 0 }
  }

  func stop() {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    folder.remove()
  }

  /// The texts of the messages that the server accepted.
  func sent() throws -> [String] {
    try ask("sent").split(separator: "\n").map(String.init)
  }

  /// Sends a message of somebody else to the room.
  func say(_ word: String) throws { try tell("say/\(word)") }

  /// Sends the events of a file, and serves its media: an object with `events` for the timeline of the room,
  /// with `ephemeral` ones, with those of the account and for its device, with the events of `rooms`, and with
  /// `media` by the end of their address.
  func plant(_ path: String) throws { try tell("plant\(path)") }

  /// The paths that nobody should have asked for.
  func strayRequests() throws -> [String] {
    try ask("stray").split(separator: "\n").map(String.init)
  }

  /// How often the server gave out new tokens.
  func refreshes() throws -> Int { Int(try ask("count")) ?? -1 }

  private func tell(_ path: String) throws { _ = try LoopbackHTTP.send("GET", "\(url)/\(path)") }

  private func ask(_ path: String) throws -> String {
    String(decoding: try LoopbackHTTP.send("GET", "\(url)/\(path)").body, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static let program = """
    import http.server, json, re, time
    polls = refreshes = said = 0
    sent, waiting, fleeting, account, device, stray = [], [], [], [], [], []
    media, rooms = {}, {}
    def taken(events): return [events.pop(0) for _ in range(len(events))]
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
      def do_PUT(self):
        text = self.rfile.read(int(self.headers.get('Content-Length') or 0)).decode()
        if '/send/' in self.path: sent.append(json.loads(text)['body'])
        self.answer({'event_id': '$sent%d' % len(sent)})
      def plain(self, text):
        data = text.encode()
        self.send_response(200)
        self.send_header('Content-Length', str(len(data)))
        self.end_headers()
        self.wfile.write(data)
      def do_GET(self):
        global polls, said
        token = self.headers.get('Authorization') or ''
        if self.path == '/count': return self.plain(str(refreshes))
        if self.path == '/sent': return self.plain('\\n'.join(sent))
        if self.path == '/stray': return self.plain('\\n'.join(stray))
        wanted = re.search('/media/(download|thumbnail)/localhost/([^/?]+)', self.path)
        what = media.get(wanted[2]) if wanted else None
        if what and (wanted[1] == 'download' or 'copies' not in what):
          return give(self, wanted[2], what, 'http://' + self.headers['Host'])
        if self.path.startswith('/say/'):
          said += 1
          waiting.append({'type': 'm.room.message', 'sender': '@ben:localhost',
            'event_id': '$said%d' % said, 'origin_server_ts': said,
            'content': {'msgtype': 'm.text', 'body': self.path[5:]}})
          return self.plain('')
        if self.path.startswith('/plant/'):
          with open(self.path[6:]) as file: planted = json.load(file)
          for event in planted['events']:
            said += 1
            if isinstance(event, dict):
              event.setdefault('sender', '@ben:localhost')
              event.setdefault('event_id', '$said%d' % said)
              event.setdefault('origin_server_ts', said)
            waiting.append(event)
          fleeting.extend(planted['ephemeral'])
          account.extend(planted['account'])
          device.extend(planted['device'])
          media.update(planted['media'])
          rooms.update(planted['rooms'])
          return self.plain('')
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
          joined = {room: {'timeline': {'events': events}} for room, events in rooms.items()}
          rooms.clear()
          joined['!r:localhost'] = {'state': {'events': [name]},
            'timeline': {'events': taken(waiting)}, 'ephemeral': {'events': taken(fleeting)}}
          return self.answer({'next_batch': str(polls), 'rooms': {'join': joined},
            'account_data': {'events': taken(account)}, 'to_device': {'events': taken(device)}})
        if self.path.startswith('/stray-'): stray.append(self.path)
        self.answer({'errcode': 'M_UNKNOWN', 'error': token}, 400)
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()
    """
}
