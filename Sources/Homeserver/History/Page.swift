import GRDB
import ModelKit

/// A page of the events that a user may see.
struct Page: Sendable {
  /// How many events are looked at for one page at most, when a filter drops many.
  private static let scanLimit = 10_000

  /// Reads the next events of a range in the direction of the page.
  typealias Source = (_ part: PositionRanges.Part, _ limit: Int) throws -> [StoredEvent]

  /// In the direction of the page.
  private(set) var events: [StoredEvent] = []
  /// Where the next page begins; nil when there is nothing more to see in this direction.
  private(set) var next: Int64?

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - ranges: What may be seen.
  ///   - allows: What is wanted of it.
  static func read(
    _ request: PageRequest, in ranges: PositionRanges, source: Source,
    allows: (StoredEvent) throws -> Bool = { _ in true }
  ) throws -> Page {
    let within =
      request.isBackwards
      ? ranges.clipped(after: request.to ?? .min, through: request.from ?? .max)
      : ranges.clipped(after: request.from ?? .min, through: request.to ?? .max)
    var page = Page()
    if try page.fill(request, within, source, allows) { return page }
    guard let to = request.to, !page.events.isEmpty else { return page }
    // What was asked for is told, and there is more behind it.
    let beyond =
      request.isBackwards
      ? ranges.clipped(after: .min, through: to) : ranges.clipped(after: to, through: .max)
    for part in beyond.parts where page.next == nil {
      if try !source(part, 1).isEmpty { page.next = to }
    }
    return page
  }

  /// Returns whether it stopped before the end.
  private mutating func fill(
    _ request: PageRequest, _ ranges: PositionRanges, _ source: Source,
    _ allows: (StoredEvent) throws -> Bool
  ) throws -> Bool {
    var scanned = 0
    let batchLimit = min(request.limit, 200) + 1
    for part in request.isBackwards ? ranges.parts.reversed() : ranges.parts {
      var rest = part
      while !rest.isEmpty {
        let batch = try source(rest, batchLimit)
        for event in batch {
          let isWanted = try allows(event)
          if (isWanted && events.count == request.limit) || scanned == Self.scanLimit {
            next = request.isBackwards ? event.position : event.position - 1
            return true
          }
          scanned += 1
          if isWanted { events.append(event) }
          if request.isBackwards {
            rest.through = event.position - 1
          } else {
            rest.after = event.position
          }
        }
        if batch.count < batchLimit { break }
      }
    }
    return false
  }
}

extension RoomAccess {
  /// A page of the room's events.
  func page(
    _ request: PageRequest, from database: Database,
    allows: (StoredEvent) throws -> Bool = { _ in true }
  ) throws -> Page {
    try Page.read(
      request, in: ranges,
      source: { part, limit in
        request.isBackwards
          ? try EventRows.backwards(
            in: room, after: part.after, through: part.through, limit: limit, from: database)
          : try EventRows.forwards(
            in: room, after: part.after, through: part.through, limit: limit, from: database)
      }, allows: allows)
  }
}
