/// A place in what one client was told: text `s<position>_<typing>_<boot>`.
///
/// Typing is not on the disk, so its place means something to the process alone that told it.
///
/// When a sync is too great for one answer, the token also says which rooms are to come, behind the
/// same: `_<since>_<room>`.
struct StreamToken: Hashable, Sendable {
  /// The last change of those that are kept that was told.
  var position: Int64
  /// The last change of who is typing that was told.
  var typing: Int64
  /// The process whose count `typing` is.
  var boot: String
  /// The rooms of which less was told than the rest of the token says; nil when there are none.
  var rest: Rest?

  /// The rooms that did not fit into the answer.
  struct Rest: Hashable, Sendable {
    /// The last change of them that was told; below all positions when nothing was.
    var since: Int64
    /// Whether their whole state is told.
    var isFullState: Bool
    /// They stand behind this one in the order of their ids.
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
      // Who was told nothing gets the whole state anyway.
      self.isFullState = isFullState && since >= 0
      self.room = room
    }

    fileprivate var text: String {
      "_" + (since < 0 ? "all" : (isFullState ? "f" : "") + String(since)) + "_" + room.rawValue
    }
  }

  init(position: Int64, typing: Int64, boot: String, rest: Rest? = nil) {
    self.position = position
    self.typing = typing
    self.boot = boot
    self.rest = rest
  }

  /// Reads what a client sends back; nil when it is none that a server like this one has made.
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

  /// A number in decimal digits alone, without a sign.
  private static func number(_ text: Substring) -> Int64? {
    guard text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    return Int64(text)
  }
}
