extension JSONError: CustomStringConvertible {
  /// One line of English with the path, unless it is only the root, and the offset.
  public var description: String {
    let place = path.flatMap { $0 == "$" ? nil : "\($0), " } ?? ""
    return "\(reason) at \(place)byte \(offset)"
  }
}

extension JSONError.Reason: CustomStringConvertible {
  /// One line of English, without the location.
  public var description: String {
    switch self {
    case .invalidUTF8: "invalid UTF-8"
    case .unexpectedEnd: "unexpected end of the document"
    case .unexpected(let byte, let expected):
      "expected \(expected), found \(Self.name(of: byte))"
    case .controlCharacter: "unescaped control character in a string"
    case .invalidEscape: "invalid escape sequence in a string"
    case .invalidNumber: "invalid number"
    case .invalidLiteral: "invalid literal: only true, false and null are allowed"
    case .trailingContent: "expected the end of the document"
    case .tooLarge(let limit): "the document is larger than \(limit) bytes"
    case .nestingLimit:
      "arrays and objects nest deeper than \(JSONLimits.maximumSkippedDepth) levels"
    case .mismatch(let expected, let found): "expected \(expected), found \(found)"
    case .unexpectedNull: "null is not a value of this member: it counts as absent"
    case .tooDeep: "arrays and objects nest too deeply"
    case .numberOutOfRange: "the number is out of range"
    case .notInteger: "expected a whole number"
    case .missingMember(let name): "the member \"\(name)\" is missing"
    case .unknownMember: "the member is not allowed here"
    case .wrongConstant(let value): "expected the constant \(value)"
    case .unknownCase: "the value is not one of the known ones"
    case .missingTag: "the member with the type is missing"
    case .unknownTag: "the type is not one of the known ones"
    case .invalid(let what): "expected \(what)"
    }
  }

  private static func name(of byte: UInt8) -> String {
    (0x21...0x7E).contains(byte)
      ? "'\(Character(Unicode.Scalar(byte)))'"
      : "byte 0x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}

extension JSONExpectation: CustomStringConvertible {
  /// The name in English.
  public var description: String {
    switch self {
    case .value: "a value"
    case .keyOrEnd: "a key or '}'"
    case .key: "a key"
    case .colon: "':'"
    case .commaOrEndOfObject: "',' or '}'"
    case .commaOrEndOfArray: "',' or ']'"
    }
  }
}
