import GRDB

/// What somebody has reported to whoever runs a server.
public struct Report: Hashable, Sendable {
  /// When it was reported, in milliseconds since 1970.
  public let time: Int64
  /// Who reported it.
  public let reporter: String
  /// The reported person; nil for a room or an event.
  public let person: String?
  /// The reported room, or that of the event; nil for a person.
  public let room: String?
  /// The reported event; nil for a person or a room.
  public let event: String?
  /// Why, in the words of the person who reported: untrusted text.
  public let reason: String
}

extension Homeserver {
  /// What people have reported to the server of a data folder, oldest first; it may run meanwhile.
  ///
  /// Nil when the folder has no server's data.
  ///
  /// - Throws: `HomeserverError` when the data cannot be read.
  public static func reports(in dataDirectory: String) throws -> [Report]? {
    let path = dataDirectory + "/homeserver.sqlite"
    guard try PrivateFile.size(path) != nil else { return nil }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    do {
      return try DatabaseQueue(path: path, configuration: configuration).read(reports)
    } catch let error as DatabaseError {
      throw HomeserverError(error, path)
    }
  }

  private static func reports(in database: Database) throws -> [Report] {
    // A server of an earlier version, which has not started since, had fewer kinds of reports.
    let hasPeople = try database.columns(in: "reports").contains { $0.name == "person" }
    let person = hasPeople ? "person" : "'' AS person"
    return try Row.all(
      database,
      """
      SELECT time, user, \(person), room, event, CAST(reason AS BLOB) AS reason
      FROM reports ORDER BY number
      """
    ) { row in
      func text(_ column: String) -> String? {
        let text: String = row[column]
        return text.isEmpty ? nil : text
      }
      return Report(
        time: row["time"], reporter: row["user"], person: text("person"), room: text("room"),
        event: text("event"), reason: (row["reason"] as WholeText).text)
    }
  }
}
