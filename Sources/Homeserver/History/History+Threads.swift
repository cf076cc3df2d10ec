import GRDB
import ModelKit

extension History {
  private static let threadLimit = 5
  private static let mostThreads = 100
  /// The most threads that are examined for one page when the user sees or wants few of them.
  private static let threadScanLimit = 1000

  /// `GET /rooms/{roomId}/threads`.
  ///
  /// Source: Matrix client-server API, "Querying threads in a room".
  func threads(_ request: Request, _ requester: Requester) async throws -> Response {
    let room = try room(request)
    let include = request.argument("include") ?? "all"
    guard ["all", "participated"].contains(include) else {
      throw MatrixError.invalid("'include' must be 'all' or 'participated'")
    }
    let limit = try PageRequest.limit(request) ?? Self.threadLimit
    guard limit > 0 else { throw MatrixError.invalid("'limit' must be greater than zero") }
    let from = try PageRequest.token("from", request)
    let (format, sizeLimit) = (format(for: requester), configuration.responses.page)
    return try await respond(requester) { database in
      let access = try RoomAccess.require(of: requester.user, in: room, from: database)
      var page = ThreadPage()
      try page.fill(
        access, for: requester.user, isForParticipants: include == "participated",
        before: from ?? .max, limit: min(limit, Self.mostThreads), sizeLimit: sizeLimit,
        scanLimit: Self.threadScanLimit, from: database)
      return JSONWriter.object(reserving: page.size) { writer in
        writer.member("chunk", page.roots) { format.write($0, page.extras, to: &$1) }
        if let next = page.next { writer.member("next_batch", PageToken.text(behind: next)) }
      }
    }
  }
}

/// A page of the events that begin threads, the one with the newest event first.
private struct ThreadPage {
  private(set) var roots: [StoredEvent] = []
  private(set) var extras = EventExtras.none
  /// The approximate size in bytes.
  private(set) var size = 0
  /// The next page has threads whose newest event is before this position; nil after the last page.
  private(set) var next: Int64?

  mutating func fill(
    _ access: RoomAccess, for user: UserID, isForParticipants: Bool, before position: Int64,
    limit: Int, sizeLimit: Int, scanLimit: Int, from database: Database
  ) throws {
    var (end, scanned) = (position, 0)
    let readExtras = access.extrasReader(for: user, from: database)
    while true {
      let batch = try ThreadRows.threads(
        of: access.room, before: end, limit: limit + 1, from: database)
      for (root, latest) in batch {
        guard roots.count < limit, scanned < scanLimit, size < sizeLimit else {
          next = end
          return
        }
        scanned += 1
        end = latest
        guard let event = try access.event(root, from: database) else { continue }
        try readExtras(event, &extras)
        guard let thread = extras.threads[event.position],
          thread.isParticipant || !isForParticipants
        else { continue }
        roots.append(event)
        size += extras.size(of: event)
      }
      if batch.count <= limit { return }
    }
  }
}
