/// Places in a room's order.
///
/// Each chunk has a range of its own, so events can be added at both ends of every chunk.
enum EventPosition {
  /// The place of the first event that is added to a chunk.
  static func start(of chunk: Int64) -> Int64 { (chunk << 32) + (1 << 31) }

  /// The chunk to which a place belongs.
  static func chunk(of position: Int64) -> Int64 { position >> 32 }
}

/// A run of a room's events without a gap.
struct Chunk {
  /// In place of a token that the server did not give: the newest events are requested.
  static let noToken = ""

  /// The number of the one chunk whose place in the history is provisional: see `AccountTables.add`.
  static let excerpt: Int64 = 0

  /// Grows with time within the room, from 1 on.
  let number: Int64
  /// The token for loading the events before it; nil when none are missing.
  var token: String?
  /// The token for loading the events after an excerpt; nil when none are missing there, or that is not
  /// known.
  var next: String?
  var first: Int64
  var last: Int64

  /// A chunk without events.
  init(_ number: Int64, token: String?) {
    self.number = number
    self.token = token
    first = EventPosition.start(of: number)
    last = first - 1
  }

  init(number: Int64, token: String?, next: String?, first: Int64, last: Int64) {
    self.number = number
    self.token = token
    self.next = next
    self.first = first
    self.last = last
  }
}
