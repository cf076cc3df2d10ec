/// A key press: the key and its modifiers.
public struct Key: Sendable, Hashable {
  /// The keys that terminals distinguish.
  public enum Code: Sendable, Hashable {
    /// A key that types a character; the character already includes the effect of Shift.
    case character(Character)
    /// Return or Enter.
    case enter
    /// Tab.
    case tab
    /// Shift and Tab.
    case backTab
    /// Escape.
    case escape
    /// The key that deletes backwards.
    case backspace
    /// The key that deletes forwards.
    case delete
    /// Arrow up.
    case up
    /// Arrow down.
    case down
    /// Arrow left.
    case left
    /// Arrow right.
    case right
    /// Home.
    case home
    /// End.
    case end
    /// Page Up.
    case pageUp
    /// Page Down.
    case pageDown
    /// Insert.
    case insert
    /// A function key, F1 and up, by its number.
    case function(Int)
  }

  /// Modifier keys.
  public struct Modifiers: OptionSet, Sendable, Hashable {
    /// One bit per key.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Shift; never set for a character, which already includes its effect.
    public static let shift = Modifiers(rawValue: 1)

    /// Alt, also called Meta.
    public static let alt = Modifiers(rawValue: 2)

    /// Control.
    public static let ctrl = Modifiers(rawValue: 4)
  }

  /// The key.
  public let code: Code

  /// The modifiers that were held.
  public let modifiers: Modifiers

  /// Creates a key press.
  public init(_ code: Code, modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }
}
