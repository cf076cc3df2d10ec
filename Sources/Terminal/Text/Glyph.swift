import CNcurses

/// The content of one cell, or of two for a wide glyph: a base scalar and up to four more.
struct Glyph: Hashable {
  /// The number of scalars that an ncurses cell holds.
  static let capacity = 5

  private(set) var scalars: InlineArray5
  private(set) var count: Int
  let width: Int

  init(_ base: UInt32, width: Int) {
    scalars = InlineArray5(base)
    count = 1
    self.width = width
  }

  var base: UInt32 { scalars.s0 }

  mutating func append(_ scalar: UInt32) {
    guard count < Self.capacity else { return }
    scalars[count] = scalar
    count += 1
  }

  /// The glyph as text.
  var string: String {
    var view = String.UnicodeScalarView()
    for index in 0..<count {
      view.append(Unicode.Scalar(scalars[index]) ?? "\u{FFFD}")
    }
    return String(view)
  }

  /// Calls the body for each glyph of a cluster, in order.
  static func forEach(
    in character: Character, profile: WidthProfile, _ body: (Glyph) -> Void
  ) {
    if profile == .clustered, let whole = whole(character) {
      body(whole)
      return
    }
    var current: Glyph?
    for scalar in character.unicodeScalars {
      if scalar == "\u{200D}" { break }
      if scalar == "\u{FE0E}" || scalar == "\u{FE0F}" { continue }
      if scalar.properties.isEmojiModifier, current != nil { continue }
      let columns = TextWidth.columns(of: scalar)
      if columns == 0, current != nil {
        current?.append(scalar.value)
      } else {
        if let current { body(current) }
        current = start(scalar, columns: columns)
      }
    }
    if let current { body(current) }
  }

  private static func start(_ scalar: Unicode.Scalar, columns: Int) -> Glyph {
    if columns < 0 { return Glyph(0xFFFD, width: 1) }
    if columns > 0 { return Glyph(scalar.value, width: columns) }
    // A mark that a cut separated from its base stands on a dotted circle.
    var glyph = Glyph(0x25CC, width: 1)
    glyph.append(scalar.value)
    return glyph
  }

  /// The whole cluster as one wide glyph; nil if a cell cannot hold it.
  ///
  /// ncurses measures only the first scalar, so that scalar must be wide.
  private static func whole(_ character: Character) -> Glyph? {
    var glyph: Glyph?
    var count = 0
    for scalar in character.unicodeScalars where scalar != "\u{FE0F}" && scalar != "\u{FE0E}" {
      count += 1
      if glyph == nil {
        guard scalar.properties.isEmoji, TextWidth.columns(of: scalar) == 2 else { return nil }
        glyph = Glyph(scalar.value, width: 2)
      } else {
        glyph?.append(scalar.value)
      }
    }
    return count > 1 && count <= capacity ? glyph : nil
  }
}

/// Five scalars, stored inline.
struct InlineArray5: Hashable {
  private(set) var s0: UInt32
  private var s1: UInt32 = 0
  private var s2: UInt32 = 0
  private var s3: UInt32 = 0
  private var s4: UInt32 = 0

  init(_ first: UInt32) {
    s0 = first
  }

  subscript(index: Int) -> UInt32 {
    get {
      switch index {
      case 0: s0
      case 1: s1
      case 2: s2
      case 3: s3
      default: s4
      }
    }
    set {
      switch index {
      case 0: s0 = newValue
      case 1: s1 = newValue
      case 2: s2 = newValue
      case 3: s3 = newValue
      default: s4 = newValue
      }
    }
  }
}
