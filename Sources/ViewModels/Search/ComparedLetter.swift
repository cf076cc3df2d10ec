import _FoundationICU

/// Letters as a search for messages compares them.
nonisolated enum ComparedLetter {
  /// Whether a scalar is a letter or a digit, or a mark behind one.
  static func isPart(_ scalar: Unicode.Scalar, ofWord hasBegun: Bool) -> Bool {
    if scalar.isASCII {
      return isLetter(scalar) || isCapital(scalar) || (0x30...0x39).contains(scalar.value)
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      return true
    case .nonspacingMark, .spacingMark, .enclosingMark: return hasBegun
    default: return false
    }
  }

  /// Appends the small form of a letter without its accents; ß counts as ss.
  static func append(_ scalar: Unicode.Scalar, to word: inout String) {
    guard !scalar.isASCII else {
      let small = isCapital(scalar) ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar
      return word.unicodeScalars.append(small)
    }
    for part in parts(of: scalar) where !isMark(part) {
      let small = part.properties.lowercaseMapping
      word += small == "ß" ? "ss" : small
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    let category = scalar.properties.generalCategory
    return category == .nonspacingMark || category == .enclosingMark
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    (0x61...0x7A).contains(scalar.value)
  }

  private static func isCapital(_ scalar: Unicode.Scalar) -> Bool {
    (0x41...0x5A).contains(scalar.value)
  }

  /// The letter and its accents one by one.
  private static func parts(of scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    let whole = String(scalar).unicodeScalars
    guard let decomposer else { return whole }
    // No scalar has more parts.
    var buffer = [UInt16](repeating: 0, count: 16)
    var status = U_ZERO_ERROR
    let count = swift_unorm2_getDecomposition(
      decomposer, Int32(scalar.value), &buffer, Int32(buffer.count), &status)
    guard status.rawValue <= U_ZERO_ERROR.rawValue, (1...buffer.count).contains(Int(count)) else {
      return whole
    }
    return String(decoding: buffer.prefix(Int(count)), as: UTF16.self).unicodeScalars
  }

  // Unsafe because pointers are not Sendable: ICU's table never changes.
  nonisolated(unsafe) private static let decomposer: OpaquePointer? = {
    var status = U_ZERO_ERROR
    let table = swift_unorm2_getNFDInstance(&status)
    return status.rawValue <= U_ZERO_ERROR.rawValue ? table : nil
  }()
}
