/// The appearance of a cell: two colours and attributes.
public struct Style: Sendable, Hashable {
  /// Text attributes, which can be combined.
  public struct Attributes: OptionSet, Sendable, Hashable {
    /// One bit per attribute.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Heavier or brighter.
    public static let bold = Attributes(rawValue: 1)

    /// Fainter.
    public static let dim = Attributes(rawValue: 2)

    /// Slanted.
    public static let italic = Attributes(rawValue: 4)

    /// With a line below.
    public static let underline = Attributes(rawValue: 8)

    /// With foreground and background swapped.
    public static let reverse = Attributes(rawValue: 16)
  }

  /// The colour of the text.
  public var foreground: Color

  /// The colour behind the text.
  public var background: Color

  /// The attributes of the text.
  public var attributes: Attributes

  /// The number of a link in the ``CellTables``; zero for text without one.
  var link: UInt16 = 0

  /// Creates a style; the default is plain text in the terminal's colours.
  public init(
    foreground: Color = .default, background: Color = .default, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// Plain text in the terminal's colours.
  public static let plain = Style()
}

extension Style {
  /// The same style with more attributes.
  public func adding(_ attributes: Attributes) -> Style {
    var style = self
    style.attributes.formUnion(attributes)
    return style
  }

  /// The same style with another text colour.
  public func foreground(_ color: Color) -> Style {
    var style = self
    style.foreground = color
    return style
  }

  /// The same style with another background.
  public func background(_ color: Color) -> Style {
    var style = self
    style.background = color
    return style
  }
}

extension Style {
  /// The appearance without its link as one number; equal numbers mean an equal appearance.
  var code: UInt64 {
    UInt64(foreground.code) << 36 | UInt64(background.code) << 8 | UInt64(attributes.rawValue)
  }
}
