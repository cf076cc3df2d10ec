import Foundation
import Glibc
import Testing

@testable import chat_tui

/// A shell script that plays the server of this machine: it locks the folder's lock and says there
/// where it is; and the folder in which it does so.
///
/// Each start leaves a line `started PORT` in the log.
final class FakeServer: Sendable {
  let path: String
  /// What the script does when it has the lock, before it announces itself.
  private let preparation: String

  init(preparation: String = "") throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("chat-tui-server-\(UUID().uuidString)").path
    self.preparation = preparation
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(atPath: path)
  }

  var folder: LocalServerFolder { LocalServerFolder(path: path) }

  var command: ServerLauncher.Command {
    let (path, script) = (path, script)
    return ServerLauncher.Command(path: "/bin/bash") { port in
      ["-c", script, "fake-server", "\(port)", path]
    }
  }

  func launcher(patience: Duration = .seconds(20)) -> ServerLauncher {
    ServerLauncher(command, in: folder, patience: patience)
  }

  /// The ports with which it was started.
  var starts: [String] {
    text("serve.log").split(separator: "\n").filter { $0.hasPrefix("started") }.map(String.init)
  }

  /// The most recently announced process.
  var process: Int32? {
    guard let start = text("lock").range(of: "\"process\":")?.upperBound else { return nil }
    return Int32(text("lock")[start...].prefix { $0.isNumber })
  }

  func text(_ name: String) -> String {
    (try? String(contentsOfFile: path + "/" + name, encoding: .utf8)) ?? ""
  }

  /// Kills the announced process, which releases its lock.
  func stop() {
    guard let process, folder.state() != .absent else { return }
    kill(process, SIGKILL)
    while folder.state() != .absent { usleep(2000) }
    // The next process holds the lock for a moment before it announces itself.
    truncate(path + "/lock", 0)
  }

  private var script: String {
    """
    echo "started $1"
    exec 9>>"$2/lock"
    flock -n 9 || { echo "the folder is in use"; exit 1; }
    : > "$2/lock"
    port=$1
    [ $port = 0 ] && port=$((20000 + RANDOM % 10000))
    \(preparation)
    printf '{"address":"http://127.0.0.1:%s","process":%s,"server_name":"localhost"}' \
      $port $$ > "$2/lock"
    exec sleep 60
    """
  }
}
