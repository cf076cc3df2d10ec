import MatrixWire
import ModelKit

/// A page of events that is asked for: `from`, `to`, `dir` and `limit`.
struct PageRequest: Sendable {
  static let limitRange = 0...1000

  var isBackwards: Bool
  /// A place between two events, behind that position; nil for the end to begin at.
  var from: Int64?
  /// Where to stop; nil for the other end.
  var to: Int64?
  var limit: Int
  /// Of the events and what belongs to them, in bytes; one is told whatever its size.
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

  /// The argument `limit`.
  static func limit(_ request: Request) throws -> Int? {
    guard let text = request.argument("limit") else { return nil }
    guard let limit = Int(text), limit >= 0 else {
      throw MatrixError.invalid("'limit' is no number that makes sense")
    }
    return limit
  }

  /// The argument `dir`.
  static func isBackwards(_ request: Request) throws -> Bool? {
    switch request.argument("dir") {
    case nil: nil
    case "b": true
    case "f": false
    default: throw MatrixError.invalid("'dir' is neither 'b' nor 'f'")
    }
  }

  /// A token of `/messages` or `/sync`; an empty one counts as none, as old clients send it.
  static func token(_ name: String, _ request: Request) throws -> Int64? {
    guard let text = request.argument(name), !text.isEmpty else { return nil }
    guard let position = PageToken.position(text) else {
      throw MatrixError.invalid("'\(name)' is no token of this server")
    }
    return position
  }
}

extension EventSelection {
  /// Which events of a room a client wants to page through: the argument `filter`.
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

/// The texts that stand for places between events.
enum PageToken {
  /// The token for the place behind a position.
  static func text(behind position: Int64) -> String { "t\(max(0, position))" }

  /// The position that a token of `/messages`, or one of `/sync`, stands behind.
  static func position(_ text: String) -> Int64? {
    guard text.utf8.first == UInt8(ascii: "t") else { return StreamToken(text)?.position }
    let digits = text.utf8.dropFirst()
    guard (1...19).contains(digits.count), digits.allSatisfy(\.isASCIIDigit) else { return nil }
    return Int64(text.dropFirst())
  }
}
