/// A key press: what was pressed and what was held with it.
public struct Key: Sendable, Hashable {
  /// The keys that terminals tell apart.
  public enum Code: Sendable, Hashable {
    /// A key that writes; the character has the effect of Shift in it.
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
    /// F1 and on, by its number.
    case function(Int)
  }

  /// Keys that are held.
  public struct Modifiers: OptionSet, Sendable, Hashable {
    /// One bit per key.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Shift; never given for a character, which shows it by itself.
    public static let shift = Modifiers(rawValue: 1)

    /// Alt, also called Meta.
    public static let alt = Modifiers(rawValue: 2)

    /// Control.
    public static let ctrl = Modifiers(rawValue: 4)
  }

  /// What was pressed.
  public let code: Code

  /// What was held.
  public let modifiers: Modifiers

  /// Makes a key.
  public init(_ code: Code, modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }
}
