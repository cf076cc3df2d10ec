import GRDB
import MatrixWire
import ModelKit

/// Events that users report to whoever runs the server, who reads them in the table `reports`.
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

  var routes: [Route] { Route.user("POST", "client/rooms/:room/report/:event", report) }

  private func report(_ request: Request, _ requester: Requester) async throws -> Response {
    let body = try await request.body(RawReport.self)
    guard let room = RoomID(try request.parameter("room")),
      let event = EventID(try request.parameter("event"))
    else { throw History.noSuchEvent }
    guard (body.reason ?? "").utf8.count <= Self.longestReason else {
      throw MatrixError.invalid("'reason' has more than \(Self.longestReason) bytes")
    }
    try limiter.take(requester.user)
    let now = clock.now()
    try await store.write { context in
      let access = try RoomAccess.read(of: requester.user, in: room, from: context.database)
      guard try access.event(event, from: context.database) != nil else {
        throw History.noSuchEvent
      }
      try context.database.run(
        "INSERT INTO reports (time, user, room, event, reason) VALUES (?, ?, ?, ?, ?)",
        [now, requester.user, room, event, body.reason ?? ""])
      try context.database.run(
        "DELETE FROM reports WHERE number <= (SELECT MAX(number) FROM reports) - ?", [Self.most])
    }
    log("\(requester.user.rawValue) reported \(event.rawValue) in \(room.rawValue)")
    return .empty
  }
}
