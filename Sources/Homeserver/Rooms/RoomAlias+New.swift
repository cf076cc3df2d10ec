import Foundation

extension RoomAlias {
  /// Checks an alias for a room.
  ///
  /// People read and type aliases. This server therefore accepts less than the specification: no
  /// invisible characters, none that change how others look, and only composed characters (NFC).
  ///
  /// - Throws: `M_INVALID_PARAM`.
  static func new(_ text: String) throws -> RoomAlias {
    guard let alias = RoomAlias(text), text.unicodeScalars.allSatisfy(isVisible),
      text.precomposedStringWithCanonicalMapping.utf8.elementsEqual(text.utf8)
    else { throw MatrixError.invalid("the text is not a valid room alias") }
    return alias
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .unassigned, .privateUse, .spaceSeparator, .lineSeparator,
      .paragraphSeparator:
      false
    // Scripts and emoji need these two to join and to separate letters.
    case .format: scalar.value == 0x200C || scalar.value == 0x200D
    default: true
    }
  }
}
