/// A JSON value that knows where it stands in its file.
///
/// For what people write and want to read errors about: schemas, configuration files, documents that
/// are checked. Wire traffic has a reader of its own, which builds no tree.
package struct LocatedJSON: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case null
    case boolean(Bool)
    /// The text of the number, as the file has it; it follows the grammar of RFC 8259.
    case number(String)
    case string(String)
    case array([LocatedJSON])
    /// In the order of the file; every key stands once, with the last of its values.
    case object([Member])
  }

  package struct Member: Hashable, Sendable {
    package var key: String
    /// The bytes of the key, with its quotation marks.
    package var keyRange: Range<Int>
    package var value: LocatedJSON

    package init(key: String, keyRange: Range<Int>, value: LocatedJSON) {
      self.key = key
      self.keyRange = keyRange
      self.value = value
    }
  }

  package var content: Content
  /// The bytes of the value, from its first to behind its last.
  package var range: Range<Int>

  package init(_ content: Content, range: Range<Int>) {
    self.content = content
    self.range = range
  }

  /// What is accepted, and how many errors are worth reading.
  package struct Options: Hashable, Sendable {
    /// Arrays and objects inside each other.
    package var maximumDepth: Int
    /// After so many the rest of the file is not looked at.
    package var maximumDiagnosticCount: Int
    /// How bad a comma behind the last member or element is; the value is read either way.
    package var trailingCommas: Diagnostic.Severity
    /// How bad a key is that its object has already, with another value; the last value counts.
    package var duplicateKeys: Diagnostic.Severity

    package init(
      maximumDepth: Int = 128, maximumDiagnosticCount: Int = 100,
      trailingCommas: Diagnostic.Severity = .error, duplicateKeys: Diagnostic.Severity = .error
    ) {
      self.maximumDepth = maximumDepth
      self.maximumDiagnosticCount = maximumDiagnosticCount
      self.trailingCommas = trailingCommas
      self.duplicateKeys = duplicateKeys
    }
  }

  /// Reads a whole file: exactly one JSON value.
  ///
  /// The value is what could be made of the file, also when the diagnostics hold errors; it is nil
  /// when there was nothing to make. Never traps, whatever the bytes are.
  package static func parse(
    _ file: SourceFile, options: Options = Options()
  ) -> (value: LocatedJSON?, diagnostics: [Diagnostic]) {
    var parser = LocatedJSONParser(file: file, options: options)
    let value = parser.parseDocument()
    return (value, parser.diagnostics)
  }
}

extension LocatedJSON {
  /// The member of that name; nil when there is none, or when this is no object.
  package func member(_ key: String) -> Member? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key.utf8.elementsEqual(key.utf8) }
  }

  /// The value of the member of that name.
  package subscript(key: String) -> LocatedJSON? { member(key)?.value }

  package var members: [Member]? {
    guard case .object(let members) = content else { return nil }
    return members
  }

  package var elements: [LocatedJSON]? {
    guard case .array(let elements) = content else { return nil }
    return elements
  }

  package var string: String? {
    guard case .string(let text) = content else { return nil }
    return text
  }

  package var boolean: Bool? {
    guard case .boolean(let value) = content else { return nil }
    return value
  }

  package var isNull: Bool { content == .null }

  /// A number's value, as a double is able to hold it; nil when that is not finite.
  package var number: Double? {
    guard case .number(let text) = content, let value = Double(text), value.isFinite else {
      return nil
    }
    return value
  }

  /// A whole number's value; `1.0` and `1e3` are whole.
  ///
  /// Nil when it does not fit.
  package var integer: Int64? { integer(as: Int64.self) }

  /// A whole number's value in another width.
  package func integer<T: FixedWidthInteger>(as type: T.Type) -> T? {
    guard case .number(let text) = content else { return nil }
    return T(text) ?? ExactDecimal(text)?.integer(as: type)
  }

  /// What to call the value in a message: `an object`, `a string`, `null`.
  package var kindName: String {
    switch content {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// Whether both are the same JSON, wherever they stand and however their members are ordered.
  package func isSame(as other: LocatedJSON) -> Bool {
    switch (content, other.content) {
    case (.null, .null): return true
    case (.boolean(let left), .boolean(let right)): return left == right
    case (.string(let left), .string(let right)): return left.utf8.elementsEqual(right.utf8)
    case (.number(let left), .number(let right)):
      return left == right || ExactDecimal(left) == ExactDecimal(right)
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    case (.object(let left), .object(let right)):
      guard left.count == right.count else { return false }
      let byKey = Dictionary(
        right.map { (Array($0.key.utf8), $0.value) }, uniquingKeysWith: { $1 })
      return left.allSatisfy { byKey[Array($0.key.utf8)]?.isSame(as: $0.value) ?? false }
    default: return false
    }
  }
}
