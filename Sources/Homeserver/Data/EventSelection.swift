import MatrixWire
import ModelKit

/// Which events a client wants in one part of an answer.
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
  /// How many at most; nil when the client leaves it to the server.
  private(set) var limit: Int?
  /// Whether only members are told that are needed to show the events.
  private(set) var loadsMembersLazily = false
  /// Whether members are told again that were told before.
  private(set) var includesRedundantMembers = false
  private var ignored = IgnoredUsers.none

  /// Everything.
  static let all = EventSelection()

  private init() {}

  /// - Throws: `M_BAD_JSON` for ids that are none, too many types and a limit below nothing.
  init(_ raw: RawRoomEventFilter) throws {
    try self.init(raw.types, raw.notTypes, raw.senders, raw.notSenders, raw.limit)
    rooms = try raw.rooms.map { try FilterIDs.rooms($0) }
    excludedRooms = try FilterIDs.rooms(raw.notRooms ?? [])
    containsURL = raw.containsURL
    loadsMembersLazily = raw.lazyLoadMembers ?? false
    includesRedundantMembers = raw.includeRedundantMembers ?? false
  }

  /// - Throws: `M_BAD_JSON` for ids that are none, too many types and a limit below nothing.
  init(_ raw: RawEventFilter) throws {
    try self.init(raw.types, raw.notTypes, raw.senders, raw.notSenders, raw.limit)
  }

  private init(
    _ types: [String]?, _ notTypes: [String]?, _ senders: [String]?, _ notSenders: [String]?,
    _ limit: Int?
  ) throws {
    self.types = try types.map(TypePatterns.init)
    excludedTypes = try TypePatterns(notTypes ?? [])
    self.senders = try senders.map { try FilterIDs.users($0) }
    excludedSenders = try FilterIDs.users(notSenders ?? [])
    self.limit = try FilterIDs.limit(limit)
  }

  /// The same without what these send.
  func ignoring(_ users: IgnoredUsers) -> Self {
    var selection = self
    selection.ignored = users
    return selection
  }

  /// Whether every event of a room passes, so that none must be looked at.
  var isEverything: Bool {
    types == nil && excludedTypes.isEmpty && senders == nil && excludedSenders.isEmpty
      && containsURL == nil && ignored.isEmpty
  }

  /// Whether anything of a room can pass.
  func allows(room: RoomID) -> Bool {
    rooms?.contains(room) ?? true && !excludedRooms.contains(room)
  }

  /// Whether something of that type passes that nobody sent.
  func allows(type: String) -> Bool {
    types?.matches(type) ?? true && !excludedTypes.matches(type)
  }

  /// Whether an event passes, its room left aside.
  func allows(_ event: StoredEvent) -> Bool {
    isEverything || (allows(type: event.type) && allowsBesidesType(event))
  }

  /// Whether an event passes if its type does.
  func allowsBesidesType(_ event: StoredEvent) -> Bool {
    guard allows(sender: event.sender), !ignored.hides(event) else { return false }
    guard let containsURL else { return true }
    let content = try? event.content().value()
    return (content?["url"]?.string != nil) == containsURL
  }

  /// Whether an event of that type and sender passes if its content does.
  func allows(type: String, sender: UserID) -> Bool {
    allows(type: type) && allows(sender: sender)
  }

  private func allows(sender: UserID) -> Bool {
    senders?.contains(sender) ?? true && !excludedSenders.contains(sender)
  }
}

/// Types of events, `*` stands for any text in them.
struct TypePatterns: Sendable {
  /// The most types of a filter.
  private static let typeLimit = 500
  /// The most of them that have a star, and the most bytes of such a one: each event is tried with
  /// all of them.
  private static let patternLimit = 20
  private static let patternLength = 64

  private let exact: Set<ExactText>
  private let patterns: [[UInt8]]

  /// No type.
  static let none = TypePatterns()

  private init() {
    exact = []
    patterns = []
  }

  /// - Throws: `M_BAD_JSON` when it were too much work to try events with all of them.
  init(_ texts: [String]) throws {
    exact = Set(texts.lazy.filter { !$0.utf8.contains(Self.wildcard) }.map(ExactText.init))
    patterns = texts.filter { $0.utf8.contains(Self.wildcard) }.map { Array($0.utf8) }
    guard exact.count <= Self.typeLimit, patterns.count <= Self.patternLimit,
      patterns.allSatisfy({ $0.count <= Self.patternLength })
    else {
      throw MatrixError.badJSON(
        "a filter has at most \(Self.typeLimit) types, and \(Self.patternLimit) with a star, "
          + "of \(Self.patternLength) bytes")
    }
  }

  private static let wildcard = UInt8(ascii: "*")

  var isEmpty: Bool { exact.isEmpty && patterns.isEmpty }

  func matches(_ type: String) -> Bool {
    exact.contains(ExactText(type))
      || !patterns.isEmpty && patterns.contains { Self.matches(Array(type.utf8), $0) }
  }

  /// Tries each star with the least text first and goes back to the last one alone, so that the
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

/// What filters must hold to.
enum FilterIDs {
  static func users(_ texts: [String]) throws -> Set<UserID> { try ids(texts, "user") }

  static func rooms(_ texts: [String]) throws -> Set<RoomID> { try ids(texts, "room") }

  private static func ids<ID: JSONIdentifier>(_ texts: [String], _ noun: String) throws -> Set<ID> {
    try Set(
      texts.map { text in
        guard let id = ID(text) else {
          throw MatrixError.badJSON("'\(text.prefix(100))' is no id of a \(noun)")
        }
        return id
      })
  }

  static func limit(_ limit: Int?) throws -> Int? {
    guard let limit else { return nil }
    guard limit >= 0 else { throw MatrixError.badJSON("a limit is below nothing") }
    return limit
  }
}
