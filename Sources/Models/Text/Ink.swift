extension String {
  /// The key by which names look the same to a reader: visible scalars and their marks, lowercased.
  package var visibleKey: String {
    let scalars = unicodeScalars.filter { $0.hasInk || $0.isMark }
    return String(String.UnicodeScalarView(scalars)).lowercased()
  }

  /// Whether all of it is ASCII.
  package var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }

  /// Without invisible scalars at both ends.
  package var trimmedToInk: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: \.hasInk),
      let last = scalars.lastIndex(where: { $0.hasInk || $0.isMark })
    else { return "" }
    return String(scalars[first...last])
  }

  /// With each group of blanks as one space.
  var withoutGaps: String {
    // Most names have one blank or none at the same place.
    var (isBlank, hasGap) = (false, false)
    for scalar in unicodeScalars {
      if scalar.isBlank {
        hasGap = hasGap || isBlank
        isBlank = true
      } else if isBlank, scalar.hasInk || scalar.isMark {
        isBlank = false
      }
    }
    return hasGap ? joiningBlanks : self
  }

  private var joiningBlanks: String {
    var result = String.UnicodeScalarView()
    var (gap, blanks) = (String.UnicodeScalarView(), 0)
    for scalar in unicodeScalars {
      if scalar.hasInk || scalar.isMark {
        result += blanks > 1 ? String.UnicodeScalarView([" "]) : gap
        (gap, blanks) = (String.UnicodeScalarView(), 0)
        result.append(scalar)
      } else {
        gap.append(scalar)
        blanks += scalar.isBlank ? 1 : 0
      }
    }
    return String(result + gap)
  }

  /// Whether a reader would see nothing: every scalar of the text is invisible.
  package var isInvisible: Bool { !unicodeScalars.contains(where: \.hasInk) }
}

extension Unicode.Scalar {
  /// Whether the scalar is visible by itself on every terminal.
  ///
  /// Marks need a base letter, and a font may lack private-use characters.
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

  /// Whether the scalar modifies the preceding letter.
  fileprivate var isMark: Bool {
    guard !properties.isDefaultIgnorableCodePoint else { return false }
    return switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether the scalar takes columns and shows nothing in them.
  fileprivate var isBlank: Bool {
    switch value {
    case 0x20, 0xA0, 0x115F, 0x1160, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x2800, 0x3000,
      0x3164,
      0xFFA0:
      true
    default: false
    }
  }

  /// Whether the glyph is empty although Unicode classifies the scalar as a symbol or a letter.
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
