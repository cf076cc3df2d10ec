import GRDB
import MatrixWire
import ModelKit

/// Takes what users report to whoever runs the server, who reads it with `Homeserver.reports(in:)`: events,
/// rooms and people.
///
/// Source: Matrix client-server API, "Reporting Content".
struct Reports: Sendable {
  /// The reports that are kept, the newest ones.
  private static let most = 1_000
  /// The longest reason, in bytes.
  private static let longestReason = 10_000

  private let store: Store
  private let clock: WallClock
  private let log: @Sendable (String) -> Void
  /// 20 at once, then one a minute.
  private let limiter: RateLimiter<UserID>

  /// - Parameter log: Receives one line for each report, without the reason.
  init(
    store: Store, configuration: HomeserverConfiguration, log: @escaping @Sendable (String) -> Void
  ) {
    self.store = store
    self.log = log
    clock = configuration.clock
    limiter = RateLimiter(burst: 20, interval: 60_000, configuration)
  }

  var routes: [Route] {
    [
      Route.user("POST", "client/rooms/:room/report/:event", reportEvent),
      Route.user("POST", "client/rooms/:room/report", reportRoom),
      Route.user("POST", "client/users/:user/report", reportPerson),
    ].flatMap { $0 }
  }

  private func reportEvent(_ request: Request, _ requester: Requester) async throws -> Response {
    let reason = try await reason(request) ?? ""
    guard let room = RoomID(try request.parameter("room")),
      let event = EventID(try request.parameter("event"))
    else { throw History.noSuchEvent }
    try await keep(
      ReportedThing(room: room.rawValue, event: event.rawValue, reason: reason), by: requester
    ) { database in
      let access = try RoomAccess.read(of: requester.user, in: room, from: database)
      guard try access.event(event, from: database) != nil else { throw History.noSuchEvent }
    }
    log("\(requester.user.rawValue) reported \(event.rawValue) in \(room.rawValue)")
    return .empty
  }

  /// Anybody who knows a room can report it, for example before they join.
  private func reportRoom(_ request: Request, _ requester: Requester) async throws -> Response {
    guard let reason = try await reason(request) else { throw MatrixError.missing("reason") }
    guard let room = RoomID(try request.parameter("room")) else { throw MatrixError.noRoom }
    try await keep(ReportedThing(room: room.rawValue, reason: reason), by: requester) { database in
      let isThere = try Int64.one(database, "SELECT 1 FROM rooms WHERE id = ?", [room]) != nil
      guard isThere else { throw MatrixError.noRoom }
    }
    log("\(requester.user.rawValue) reported \(room.rawValue)")
    return .empty
  }

  /// Does not tell whether there is such a person.
  private func reportPerson(_ request: Request, _ requester: Requester) async throws -> Response {
    let person: UserID = try request.identifier("user")
    guard let reason = try await reason(request) else { throw MatrixError.missing("reason") }
    try await keep(ReportedThing(person: person.rawValue, reason: reason), by: requester) { _ in }
    log("\(requester.user.rawValue) reported \(person.rawValue)")
    return .empty
  }

  private func reason(_ request: Request) async throws -> String? {
    let reason = try await request.body(RawReport.self).reason
    guard (reason ?? "").utf8.count <= Self.longestReason else {
      throw MatrixError.invalid("'reason' has more than \(Self.longestReason) bytes")
    }
    return reason
  }

  /// Keeps a report unless `check` throws.
  private func keep(
    _ report: ReportedThing, by requester: Requester,
    _ check: @escaping @Sendable (Database) throws -> Void
  ) async throws {
    try limiter.take(requester.user)
    let now = clock.now()
    try await store.write { context in
      try check(context.database)
      try context.database.run(
        """
        INSERT INTO reports (time, user, person, room, event, reason)
        VALUES (?, ?, ?, ?, ?, CAST(? AS TEXT))
        """,
        [
          now, requester.user, report.person, report.room, report.event,
          WholeText(report.reason),
        ])
      try context.database.run(
        "DELETE FROM reports WHERE number <= (SELECT MAX(number) FROM reports) - ?", [Self.most])
    }
  }
}

/// What is reported, and why.
private struct ReportedThing: Sendable {
  var person = ""
  var room = ""
  var event = ""
  let reason: String
}
