import MatrixWire
import ModelKit

/// How much of a room a client wants.
struct RoomSelection: Sendable {
  /// The most timeline events; 0 for no timeline.
  var timelineLimit: Int
  var state: RequiredState

  func union(_ other: RoomSelection) -> RoomSelection {
    RoomSelection(
      timelineLimit: max(timelineLimit, other.timelineLimit), state: state.union(other.state))
  }
}

/// A valid request of simplified sliding sync.
///
/// Source: matrix-spec-proposals, MSC4186.
struct SlidingRequest: Sendable {
  private static let listLimit = 100
  private static let listNameLimit = 64
  private static let rangeLimit = 100
  private static let connectionNameLimit = 255
  /// The most pairs of `required_state` in a request, which the server remembers.
  private static let stateLimit = 5_000

  /// A list of rooms, of which the client sees some ranges.
  struct List: Sendable {
    let name: String
    /// The first and last index, both inclusive.
    let ranges: [(first: Int, last: Int)]
    let selection: RoomSelection
    let filters: RawSlidingSyncFilters?
  }

  /// The client's name for the connection; empty for none.
  let connection: String
  /// In order of their names.
  let lists: [List]
  let subscriptions: [RoomID: RoomSelection]
  let extensions: RawSlidingSyncExtensions?

  /// - Throws: `M_BAD_JSON`, `M_MISSING_PARAM` and `M_INVALID_PARAM`, with the path of the value.
  init(_ raw: RawSlidingSyncRequest, user: UserID) throws {
    connection = raw.connectionID ?? ""
    guard connection.utf8.count <= Self.connectionNameLimit else {
      throw MatrixError.badJSON("$.conn_id may have \(Self.connectionNameLimit) bytes")
    }
    guard raw.lists?.count ?? 0 <= Self.listLimit else {
      throw MatrixError.badJSON("$.lists may have \(Self.listLimit) members")
    }
    var reader = SelectionReader(user: user, rest: Self.stateLimit)
    lists = try (raw.lists ?? [:]).sorted { $0.key < $1.key }.map { name, list in
      guard name.unicodeScalars.count <= Self.listNameLimit else {
        throw MatrixError.badJSON("a name in $.lists may have \(Self.listNameLimit) characters")
      }
      let path = "$.lists.\(name)"
      return List(
        name: name, ranges: try Self.ranges(list.ranges ?? [], path + ".ranges"),
        selection: try reader.selection(list.timelineLimit, list.requiredState, path),
        filters: list.filters)
    }
    var subscriptions: [RoomID: RoomSelection] = [:]
    for (name, room) in raw.subscriptions ?? [:] {
      let path = "$.room_subscriptions.\(name.prefix(100))"
      let selection = try reader.selection(room.timelineLimit, room.requiredState, path)
      // A room that cannot exist has no news.
      if let id = RoomID(name) { subscriptions[id] = selection }
    }
    self.subscriptions = subscriptions
    extensions = raw.extensions
    if let since = extensions?.toDevice?.since, Int64(since) == nil {
      throw MatrixError.invalid("$.extensions.to_device.since is not a token of this server")
    }
  }

  private static func ranges(
    _ pairs: [[Int]], _ path: String
  ) throws -> [(first: Int, last: Int)] {
    guard pairs.count <= rangeLimit else {
      throw MatrixError.badJSON("\(path) may have \(rangeLimit) elements")
    }
    return try pairs.enumerated().map { index, pair in
      guard pair.count == 2, pair.allSatisfy({ $0 >= 0 }) else {
        throw MatrixError.badJSON("\(path)[\(index)] must be two non-negative integers")
      }
      return (pair[0], pair[1])
    }
  }
}

/// Reads what a request wants of rooms, within a bound for the whole request.
private struct SelectionReader {
  private static let timelineLimit = 1000

  let user: UserID
  /// How many more pairs of `required_state` the request may have.
  var rest: Int

  mutating func selection(
    _ limit: Int?, _ pairs: [[String]]?, _ path: String
  ) throws -> RoomSelection {
    guard let limit else { throw MatrixError.missing(path + ".timeline_limit") }
    guard let pairs else { throw MatrixError.missing(path + ".required_state") }
    guard (0...Self.timelineLimit).contains(limit) else {
      throw MatrixError.badJSON(
        "\(path).timeline_limit must be a number from 0 to \(Self.timelineLimit)")
    }
    rest -= pairs.count
    guard rest >= 0 else {
      throw MatrixError.badJSON("\(path).required_state and those before it are too many")
    }
    let state = try pairs.enumerated().map { index, pair in
      guard pair.count == 2 else {
        throw MatrixError.badJSON("\(path).required_state[\(index)] must be two strings")
      }
      return (type: pair[0], key: pair[1])
    }
    return RoomSelection(timelineLimit: limit, state: RequiredState(state, user: user))
  }
}

extension RawSlidingSyncExtension {
  /// Whether it applies to a room.
  ///
  /// - Parameter lists: The lists that show the room.
  func applies(to room: RoomID, in lists: Set<String>) -> Bool {
    guard isEnabled == true else { return false }
    return Self.names(rooms, anyOf: [room.rawValue]) || Self.names(self.lists, anyOf: lists)
  }

  private static func names(_ names: [String]?, anyOf wanted: Set<String>) -> Bool {
    guard let names else { return true }
    return names.contains { $0 == "*" || wanted.contains($0) }
  }
}
