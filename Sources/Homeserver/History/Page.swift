import GRDB
import ModelKit

/// A page of visible events.
struct Page: Sendable {
  /// The most events that are scanned for one page when a filter drops many.
  private static let scanLimit = 10_000
  /// The most events per database read; larger reads may fetch events that do not fit.
  static let batchLimit = 32

  /// Reads the next events of a range in the direction of the page.
  typealias Source = (_ part: PositionRanges.Part, _ limit: Int) throws -> [StoredEvent]

  /// In the direction of the page.
  private(set) var events: [StoredEvent] = []
  private(set) var extras = EventExtras.none
  /// The approximate size of events and extras in bytes.
  private(set) var size = 0
  /// The start of the next page; nil at the end.
  private(set) var next: Int64?

  /// - Parameters:
  ///   - ranges: The visible positions.
  ///   - allows: The filter.
  ///   - readExtras: Adds the extras of an event.
  static func read(
    _ request: PageRequest, in ranges: PositionRanges, source: Source,
    allows: (StoredEvent) throws -> Bool = { _ in true },
    readExtras: (StoredEvent, inout EventExtras) throws -> Void = { _, _ in }
  ) throws -> Page {
    let within =
      request.isBackwards
      ? ranges.clipped(after: request.to ?? .min, through: request.from ?? .max)
      : ranges.clipped(after: request.from ?? .min, through: request.to ?? .max)
    var page = Page()
    if try page.fill(request, within, source, allows, readExtras) { return page }
    guard let to = request.to, !page.events.isEmpty else { return page }
    // The page reached 'to'. Looks for visible events after it.
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
    _ allows: (StoredEvent) throws -> Bool,
    _ readExtras: (StoredEvent, inout EventExtras) throws -> Void
  ) throws -> Bool {
    var scanned = 0
    let batchLimit = min(request.limit, Self.batchLimit) + 1
    for part in request.isBackwards ? ranges.parts.reversed() : ranges.parts {
      var rest = part
      while !rest.isEmpty {
        let batch = try source(rest, batchLimit)
        for event in batch {
          let isWanted = try allows(event)
          if scanned == Self.scanLimit || (isWanted && events.count == request.limit) {
            next = request.isBackwards ? event.position : event.position - 1
            return true
          }
          scanned += 1
          if isWanted, try !append(event, request, readExtras) {
            next = request.isBackwards ? event.position : event.position - 1
            return true
          }
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

extension Page {
  /// Returns false when the event does not fit.
  private mutating func append(
    _ event: StoredEvent, _ request: PageRequest,
    _ readExtras: (StoredEvent, inout EventExtras) throws -> Void
  ) throws -> Bool {
    try readExtras(event, &extras)
    let eventSize = extras.size(of: event)
    guard events.isEmpty || size + eventSize <= request.sizeLimit else { return false }
    events.append(event)
    size += eventSize
    return true
  }
}

extension RoomAccess {
  /// A page of the room's events with all extras.
  func page(
    _ request: PageRequest, _ selection: EventSelection = .all, for user: UserID,
    from database: Database
  ) throws -> Page {
    guard selection.allows(room: room) else { return Page() }
    return try Page.read(
      request, in: ranges,
      source: { part, limit in
        try EventRows.events(
          of: room, after: part.after, through: part.through, isBackwards: request.isBackwards,
          limit: limit, from: database)
      }, allows: { !ignored.hides($0) && selection.allows($0) },
      readExtras: extrasReader(for: user, from: database))
  }

  func extrasReader(
    for user: UserID, from database: Database
  ) -> (StoredEvent, inout EventExtras) throws -> Void {
    { event, extras in
      extras.memberships[room] = memberships
      extras.ignored = ignored
      try extras.read(for: event, .all, user: user, within: ranges, from: database)
    }
  }
}
