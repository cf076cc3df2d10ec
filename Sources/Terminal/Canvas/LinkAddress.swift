/// Where a piece of text leads when it is clicked on.
///
/// Terminals learn it by the sequence OSC 8, which a control character or a stray byte would end.
public struct LinkAddress: Sendable, Hashable {
  /// The most bytes of an address; longer ones cost more than they are worth, once for each row.
  public static let longest = 1_024

  let text: String

  /// Nil for an address that is empty, too long, or not of visible ASCII alone.
  public init?(_ text: String) {
    guard (1...Self.longest).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.text = text
  }
}
