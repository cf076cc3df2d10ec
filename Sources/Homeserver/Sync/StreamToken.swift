/// A place in what one client was told: text `s<position>_<typing>_<boot>`.
///
/// Typing is not on the disk, so its place means something to the process alone that told it.
struct StreamToken: Hashable, Sendable {
  /// The last change of those that are kept that was told.
  var position: Int64
  /// The last change of who is typing that was told.
  var typing: Int64
  /// The process whose count `typing` is.
  var boot: String

  init(position: Int64, typing: Int64, boot: String) {
    self.position = position
    self.typing = typing
    self.boot = boot
  }

  /// Reads what a client sends back; nil when it is none that a server like this one has made.
  init?(_ text: String) {
    guard text.utf8.count <= 64, text.utf8.first == UInt8(ascii: "s") else { return nil }
    let parts = text.dropFirst().split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 3, let position = Self.number(parts[0]),
      let typing = Self.number(parts[1]), !parts[2].isEmpty,
      parts[2].utf8.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) })
    else { return nil }
    self.init(position: position, typing: typing, boot: String(parts[2]))
  }

  var text: String { "s\(position)_\(typing)_\(boot)" }

  /// A number in decimal digits alone, without a sign.
  private static func number(_ text: Substring) -> Int64? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(text)
  }
}
