/// The position of a client in its sync: `s<position>_<typing>_<boot>`.
///
/// Typing, with which presence is counted, is not on the disk, so its count is valid only in the process
/// that made the token.
///
/// When a sync does not fit one response, the token also names the remaining rooms:
/// `_<since>_<room>` follows.
struct StreamToken: Hashable, Sendable {
  /// The last stored change that the client got.
  var position: Int64
  /// The last change of typing users or presence that the client got.
  var typing: Int64
  /// The process that counted `typing`.
  var boot: String
  /// The rooms that lag behind the rest of the token; nil when there are none.
  var rest: Rest?

  /// The rooms that did not fit the response.
  struct Rest: Hashable, Sendable {
    /// The last change of them that the client got; below all positions when it got none.
    var since: Int64
    /// Whether the client gets their whole state.
    var isFullState: Bool
    /// The remaining rooms follow this one in the order of ids.
    var room: RoomID

    fileprivate init?(since: Substring, room: Substring) {
      guard let room = RoomID(String(room)) else { return nil }
      self.room = room
      isFullState = since.utf8.first == UInt8(ascii: "f")
      guard since != "all" else {
        self.since = -1
        return
      }
      guard let number = StreamToken.number(isFullState ? since.dropFirst() : since) else {
        return nil
      }
      self.since = number
    }

    init(since: Int64, isFullState: Bool, behind room: RoomID) {
      self.since = since
      // A client that got nothing gets the whole state anyway.
      self.isFullState = isFullState && since >= 0
      self.room = room
    }

    fileprivate var text: String {
      "_" + (since < 0 ? "all" : (isFullState ? "f" : "") + String(since)) + "_" + room.rawValue
    }
  }
}

extension StreamToken {
  /// Parses a token that a client sends back; nil for a text that this server cannot have made.
  init?(_ text: String) {
    guard text.utf8.count <= 400, text.utf8.first == UInt8(ascii: "s") else { return nil }
    let parts = text.dropFirst().split(
      separator: "_", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 5, let position = Self.number(parts[0]),
      let typing = Self.number(parts[1]), (1...32).contains(parts[2].utf8.count),
      parts[2].utf8.allSatisfy(\.isASCIILetter)
    else { return nil }
    self.init(position: position, typing: typing, boot: String(parts[2]))
    guard parts.count == 5 else { return }
    guard let rest = Rest(since: parts[3], room: parts[4]) else { return nil }
    self.rest = rest
  }

  var text: String { "s\(position)_\(typing)_\(boot)\(rest?.text ?? "")" }

  /// Parses decimal digits without a sign.
  private static func number(_ text: Substring) -> Int64? {
    guard text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    return Int64(text)
  }
}
