/// A JSON value with its location in a file.
///
/// For input written by hand, whose errors need locations: schemas, configuration files, documents
/// to check. Wire traffic uses another reader, which builds no tree.
package struct LocatedJSON: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case null
    case boolean(Bool)
    /// The text of the number verbatim; it follows the grammar of RFC 8259.
    case number(String)
    case string(String)
    case array([LocatedJSON])
    /// In the order of the file; each key appears once, with the last of its values.
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
  /// The range of the value's bytes.
  package var range: Range<Int>

  package init(_ content: Content, range: Range<Int>) {
    self.content = content
    self.range = range
  }

  /// What is accepted, and the limit on diagnostics.
  package struct Options: Hashable, Sendable {
    /// The greatest depth of arrays and objects.
    package var maximumDepth: Int
    /// After this many diagnostics the rest of the file is skipped.
    package var maximumDiagnosticCount: Int
    /// The severity of a comma after the last member or element; the value is read either way.
    package var trailingCommas: Diagnostic.Severity
    /// The severity of a duplicate key with another value; the last value wins.
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

  /// Parses a whole file, which must be exactly one JSON value.
  ///
  /// The value is a best effort, even if the diagnostics contain errors; it is nil if nothing could
  /// be parsed. Never traps, whatever the bytes are.
  package static func parse(
    _ file: SourceFile, options: Options = Options()
  ) -> (value: LocatedJSON?, diagnostics: [Diagnostic]) {
    var parser = LocatedJSONParser(file: file, options: options)
    let value = parser.parseDocument()
    return (value, parser.diagnostics)
  }
}

extension LocatedJSON {
  /// The member of that name; nil if there is none, or if this is not an object.
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

  /// A number's value as a double; nil if that is not finite.
  package var number: Double? {
    guard case .number(let text) = content, let value = Double(text), value.isFinite else {
      return nil
    }
    return value
  }

  /// The value of a whole number; `1.0` and `1e3` are whole.
  ///
  /// Nil if it does not fit.
  package var integer: Int64? { integer(as: Int64.self) }

  /// The value of a whole number in another width.
  package func integer<T: FixedWidthInteger>(as type: T.Type) -> T? {
    guard case .number(let text) = content else { return nil }
    return T(text) ?? ExactDecimal(text)?.integer(as: type)
  }

  /// The description of the value in a message: `an object`, `a string`, `null`.
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

  /// Whether both are the same JSON, regardless of location and member order.
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
