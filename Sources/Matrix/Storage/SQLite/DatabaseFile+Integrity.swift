import GRDB

extension DatabaseFile {
  /// How closely a database is looked at.
  enum Scrutiny: String {
    /// Each page and row: 0.15 seconds for 100,000 messages.
    case pages = "quick_check"
    /// Whether the indexes have each row as well: more than twice the work.
    case pagesAndIndexes = "integrity_check"
  }

  /// What SQLite says of a sound database.
  static let sound = "ok"

  /// `sound`, or the first thing that is wrong; the file may be in use.
  func integrity(_ scrutiny: Scrutiny) throws -> String {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    let queue = try LastingQueue.open(path, configuration)
    defer { try? queue.close() }
    return try queue.read { try String.fetchOne($0, sql: "PRAGMA \(scrutiny.rawValue)(1)") }
      ?? "no answer"
  }
}
