import Foundation

extension RoomAlias {
  /// An alias that a room may be given.
  ///
  /// The specification allows more in an alias; but people read it and write it down, so it holds
  /// nothing that cannot be seen or that changes how the rest looks, and of the ways to compose a
  /// character the one that all keyboards make.
  ///
  /// - Throws: `M_INVALID_PARAM`.
  static func new(_ text: String) throws -> RoomAlias {
    guard let alias = RoomAlias(text), text.unicodeScalars.allSatisfy(isVisible),
      text.precomposedStringWithCanonicalMapping.utf8.elementsEqual(text.utf8)
    else { throw MatrixError.invalid("the name cannot stand in the alias of a room") }
    return alias
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .unassigned, .privateUse, .spaceSeparator, .lineSeparator,
      .paragraphSeparator:
      false
    // Scripts and emoji need two of these, to join letters and to keep them apart.
    case .format: scalar.value == 0x200C || scalar.value == 0x200D
    default: true
    }
  }
}
