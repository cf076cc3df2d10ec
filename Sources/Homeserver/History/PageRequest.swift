import MatrixWire
import ModelKit

/// The arguments `from`, `to`, `dir` and `limit`.
struct PageRequest: Sendable {
  static let limitRange = 0...1000

  var isBackwards: Bool
  /// The position after which the page begins; nil for an end of the room.
  var from: Int64?
  /// The position at which the page stops; nil for the other end.
  var to: Int64?
  var limit: Int
  /// The maximum size of events and extras in bytes; a page holds at least one event.
  var sizeLimit: Int

  init(isBackwards: Bool, from: Int64? = nil, to: Int64? = nil, limit: Int, sizeLimit: Int) {
    self.isBackwards = isBackwards
    self.from = from
    self.to = to
    self.limit = min(limit, Self.limitRange.upperBound)
    self.sizeLimit = sizeLimit
  }

  /// - Throws: `M_INVALID_PARAM`.
  init(_ request: Request, isBackwards: Bool, limit: Int, sizeLimit: Int) throws {
    self.init(
      isBackwards: try Self.isBackwards(request) ?? isBackwards,
      from: try Self.token("from", request), to: try Self.token("to", request),
      limit: try Self.limit(request) ?? limit, sizeLimit: sizeLimit)
  }

  static func limit(_ request: Request) throws -> Int? {
    guard let text = request.argument("limit") else { return nil }
    guard let limit = Int(text), limit >= 0 else {
      throw MatrixError.invalid("'limit' must be a non-negative integer")
    }
    return limit
  }

  static func isBackwards(_ request: Request) throws -> Bool? {
    switch request.argument("dir") {
    case nil: nil
    case "b": true
    case "f": false
    default: throw MatrixError.invalid("'dir' must be 'b' or 'f'")
    }
  }

  /// A token of `/messages` or `/sync`; old clients send an empty one for none.
  static func token(_ name: String, _ request: Request) throws -> Int64? {
    guard let text = request.argument(name), !text.isEmpty else { return nil }
    guard let position = PageToken.position(text) else {
      throw MatrixError.invalid("'\(name)' is not a token of this server")
    }
    return position
  }
}

extension EventSelection {
  /// Reads the argument `filter`.
  ///
  /// - Throws: `M_NOT_JSON`, `M_BAD_JSON`.
  init(_ request: Request) throws {
    guard let text = request.argument("filter"), !text.isEmpty else {
      self = .all
      return
    }
    try self.init(JSONBody.decode(Array(text.utf8)) as RawRoomEventFilter)
  }
}

/// Tokens for positions between events.
enum PageToken {
  static func text(behind position: Int64) -> String { "t\(max(0, position))" }

  /// The position of a token of `/messages` or `/sync`.
  static func position(_ text: String) -> Int64? {
    guard text.utf8.first == UInt8(ascii: "t") else { return StreamToken(text)?.position }
    let digits = text.utf8.dropFirst()
    guard (1...19).contains(digits.count), digits.allSatisfy(\.isASCIIDigit) else { return nil }
    return Int64(text.dropFirst())
  }
}
