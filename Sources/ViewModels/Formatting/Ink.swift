nonisolated extension String {
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
