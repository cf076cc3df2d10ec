nonisolated extension String {
  /// What a reader tells names apart by: scalars with ink and the marks on them, in small letters.
  var visibleKey: String {
    let scalars = unicodeScalars.filter { $0.hasInk || $0.isMark }
    return String(String.UnicodeScalarView(scalars)).lowercased()
  }

  /// Without what draws nothing by itself at both ends.
  var trimmedToInk: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: \.hasInk),
      let last = scalars.lastIndex(where: { $0.hasInk || $0.isMark })
    else { return "" }
    return String(scalars[first...last])
  }

  /// Whether a reader would see nothing: no scalar of the text draws anything by itself.
  package var isInvisible: Bool { !unicodeScalars.contains(where: \.hasInk) }
}

nonisolated extension Unicode.Scalar {
  /// Whether the scalar draws something by itself on every terminal.
  ///
  /// Marks need a letter to stand on, and no font has to know private characters.
  fileprivate var hasInk: Bool {
    if isASCII { return value > 0x20 && value < 0x7F }
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator,
      .lineSeparator, .paragraphSeparator, .nonspacingMark, .spacingMark, .enclosingMark:
      return false
    default:
      return !properties.isDefaultIgnorableCodePoint && !isEmptyByDesign
    }
  }

  /// Whether the scalar changes the look of the letter before it.
  fileprivate var isMark: Bool {
    guard !properties.isDefaultIgnorableCodePoint else { return false }
    return switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether the scalar is a symbol or a letter to all of Unicode's properties, and its picture is
  /// empty all the same.
  private var isEmptyByDesign: Bool {
    switch value {
    case 0x2800,  // Braille pattern blank: a cell without dots
      0xFFFC,  // Object replacement character: the place of an object that is not there
      0x13441, 0x13442,  // Egyptian hieroglyph full blank and half blank
      0x1D159:  // Musical symbol null notehead
      true
    default: false
    }
  }
}
