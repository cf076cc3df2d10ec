import MatrixWire
import ModelKit

/// The events that a client wants in one part of a response.
///
/// Source: Matrix client-server API, "Filtering", `EventFilter` and `RoomEventFilter`.
struct EventSelection: Sendable {
  private var types: TypePatterns?
  private var excludedTypes = TypePatterns.none
  private var senders: Set<UserID>?
  private var excludedSenders: Set<UserID> = []
  private var rooms: Set<RoomID>?
  private var excludedRooms: Set<RoomID> = []
  /// Whether the content must have, or must not have, a `url`.
  private var containsURL: Bool?
  /// The maximum number of events; nil when the client leaves it to the server.
  private(set) var limit: Int?
  /// Whether the client gets only the members that it needs to show the events.
  private(set) var loadsMembersLazily = false
  /// Whether the client wants unread messages of threads counted apart.
  private(set) var splitsThreads = false
  private var ignored = IgnoredUsers.none

  /// Every event.
  static let all = EventSelection()

  private init() {}

  /// - Throws: `M_BAD_JSON` for invalid ids, too many types and a negative limit.
  init(_ raw: RawRoomEventFilter) throws {
    try self.init(raw.types, raw.notTypes, raw.senders, raw.notSenders, raw.limit)
    rooms = try raw.rooms.map { try Set(filter: $0) }
    excludedRooms = try Set(filter: raw.notRooms ?? [])
    containsURL = raw.containsURL
    loadsMembersLazily = raw.lazyLoadMembers ?? false
    splitsThreads = raw.splitsThreads ?? false
  }

  /// - Throws: `M_BAD_JSON` for invalid ids, too many types and a negative limit.
  init(_ raw: RawEventFilter) throws {
    try self.init(raw.types, raw.notTypes, raw.senders, raw.notSenders, raw.limit)
  }

  private init(
    _ types: [String]?, _ notTypes: [String]?, _ senders: [String]?, _ notSenders: [String]?,
    _ limit: Int?
  ) throws {
    self.types = try types.map(TypePatterns.init)
    excludedTypes = try TypePatterns(notTypes ?? [])
    self.senders = try senders.map { try Set(filter: $0) }
    excludedSenders = try Set(filter: notSenders ?? [])
    self.limit = limit
    if let limit, limit < 0 { throw MatrixError.badJSON("a limit must not be negative") }
  }

  /// The same selection without the messages of ignored users.
  func ignoring(_ users: IgnoredUsers) -> Self {
    var selection = self
    selection.ignored = users
    return selection
  }

  /// Whether every event of a room passes, so that the server need not look at any.
  var isEverything: Bool {
    types == nil && excludedTypes.isEmpty && senders == nil && excludedSenders.isEmpty
      && containsURL == nil && ignored.isEmpty
  }

  /// Whether any event of a room can pass.
  func allows(room: RoomID) -> Bool {
    rooms?.contains(room) ?? true && !excludedRooms.contains(room)
  }

  /// Whether data of a type passes that have no sender.
  func allows(type: String) -> Bool {
    types?.matches(type) ?? true && !excludedTypes.matches(type)
  }

  /// Whether an event of that type and sender passes if its content does.
  func allows(type: String, sender: UserID) -> Bool {
    allows(type: type) && senders?.contains(sender) ?? true && !excludedSenders.contains(sender)
  }

  /// Whether an event passes, whatever its room.
  func allows(_ event: StoredEvent) -> Bool {
    if isEverything { return true }
    guard allows(type: event.type, sender: event.sender), !ignored.hides(event) else {
      return false
    }
    guard let containsURL else { return true }
    let content = try? event.content().value()
    return (content?["url"]?.string != nil) == containsURL
  }
}

/// Event types; `*` stands for any text in them.
struct TypePatterns: Sendable {
  private static let typeLimit = 500
  /// Bounds on the types with a star, the second one in bytes: the server matches each event against
  /// all of them.
  private static let patternLimit = 20
  private static let patternLength = 64

  private var exact: Set<ExactText> = []
  private var patterns: [[UInt8]] = []

  /// Matches no type.
  static let none = TypePatterns()

  private init() {}

  /// - Throws: `M_BAD_JSON` when matching them all would be too much work.
  init(_ texts: [String]) throws {
    exact = Set(texts.lazy.filter { !$0.utf8.contains(Self.wildcard) }.map(ExactText.init))
    patterns = texts.filter { $0.utf8.contains(Self.wildcard) }.map { Array($0.utf8) }
    guard exact.count <= Self.typeLimit, patterns.count <= Self.patternLimit,
      patterns.allSatisfy({ $0.count <= Self.patternLength })
    else {
      throw MatrixError.badJSON(
        "a filter may have \(Self.typeLimit) types, and \(Self.patternLimit) types with a star of "
          + "at most \(Self.patternLength) bytes each")
    }
  }

  private static let wildcard = UInt8(ascii: "*")

  var isEmpty: Bool { exact.isEmpty && patterns.isEmpty }

  func matches(_ type: String) -> Bool {
    exact.contains(ExactText(type))
      || !patterns.isEmpty && patterns.contains { Self.matches(Array(type.utf8), $0) }
  }

  /// Matches each star with the shortest text first and backtracks only to the last one, so that the
  /// work is at most the product of both lengths.
  private static func matches(_ text: [UInt8], _ pattern: [UInt8]) -> Bool {
    var place = 0
    var index = 0
    var lastStar: (index: Int, place: Int)?
    while place < text.count {
      if index < pattern.count, pattern[index] == wildcard {
        lastStar = (index, place)
        index += 1
      } else if index < pattern.count, pattern[index] == text[place] {
        index += 1
        place += 1
      } else if let star = lastStar {
        lastStar = (star.index, star.place + 1)
        index = star.index + 1
        place = star.place + 1
      } else {
        return false
      }
    }
    return pattern[index...].allSatisfy { $0 == wildcard }
  }
}

extension Set where Element: JSONIdentifier {
  /// The ids in a filter.
  ///
  /// - Throws: `M_BAD_JSON` for an invalid id.
  init(filter texts: [String]) throws {
    try self.init(
      texts.map { text in
        guard let id = Element(text) else {
          throw MatrixError.badJSON("'\(text.prefix(100))' is not a valid id")
        }
        return id
      })
  }
}
