import GRDB

extension DatabaseFile {
  /// Whether a vault has a session whose tokens the server took back, so that its account has to sign in again.
  ///
  /// Changes nothing; the file may be in use.
  func hasEndedSession() throws -> Bool {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    let queue = try LastingQueue.open(path, configuration)
    defer { try? queue.close() }
    return try queue.read {
      try Bool.fetchOne($0, sql: "SELECT tokens IS NULL FROM session WHERE id = 1") ?? false
    }
  }
}
