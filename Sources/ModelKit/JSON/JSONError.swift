/// What is wrong with a document, and where.
///
/// Decoding does not build the path of the location: whatever decodes a whole document or slice derives
/// it from the offset when it throws.
public struct JSONError: Error, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    // The document is not JSON or exceeds a limit: nothing can be salvaged.
    case invalidUTF8
    case unexpectedEnd
    case unexpected(UInt8, expected: JSONExpectation)
    case controlCharacter
    case invalidEscape
    case invalidNumber
    case invalidLiteral
    case trailingContent
    case tooLarge(limit: Int)
    case nestingLimit

    // A value is not what the program expects: a lenient field or element is dropped.
    case mismatch(expected: JSONKind, found: JSONKind)
    case unexpectedNull
    case tooDeep
    case numberOutOfRange
    case notInteger
    case missingMember(JSONLabel)
    case unknownMember
    case wrongConstant(JSONLabel)
    case unknownCase
    case missingTag
    case unknownTag
    case invalid(JSONLabel)
  }

  // One word, because a decoder copies the error at every call that may throw: with the facts inline,
  // that was a third of a generated decoder in a debug build.
  private final class Facts: Sendable {
    let reason: Reason
    let offset: Int
    let path: String?

    init(_ reason: Reason, offset: Int, path: String?) {
      self.reason = reason
      self.offset = offset
      self.path = path
    }
  }

  private var facts: Facts

  /// What is wrong.
  public var reason: Reason {
    get { facts.reason }
    set { facts = Facts(newValue, offset: offset, path: path) }
  }

  /// The offset in bytes from the beginning of the document.
  public var offset: Int {
    get { facts.offset }
    set { facts = Facts(reason, offset: newValue, path: path) }
  }

  /// The path from the root of the document to the invalid value, such as `$.rooms[3].name`.
  ///
  /// Nil inside a decoder, which may drop the value and continue: `located(in:)` finds the path.
  public internal(set) var path: String? {
    get { facts.path }
    set { facts = Facts(reason, offset: offset, path: newValue) }
  }

  /// Makes an error at an offset.
  public init(_ reason: Reason, offset: Int) {
    facts = Facts(reason, offset: offset, path: nil)
  }

  /// Whether the document is still valid JSON, so that only the value has to be dropped.
  public var isRecoverable: Bool {
    switch reason {
    case .invalidUTF8, .unexpectedEnd, .unexpected, .controlCharacter, .invalidEscape,
      .invalidNumber, .invalidLiteral, .trailingContent, .tooLarge, .nestingLimit:
      false
    case .mismatch, .unexpectedNull, .tooDeep, .numberOutOfRange, .notInteger, .missingMember,
      .unknownMember,
      .wrongConstant, .unknownCase, .missingTag, .unknownTag, .invalid:
      true
    }
  }
}

/// What the grammar allows at an offset.
public enum JSONExpectation: UInt8, Hashable, Sendable {
  case value
  case keyOrEnd
  case key
  case colon
  case commaOrEndOfObject
  case commaOrEndOfArray
}
