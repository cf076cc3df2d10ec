/// The validation of one document against the types.
struct ValidationRun {
  enum Step {
    case key(String)
    case index(Int)
  }

  let types: [String: TypeDeclaration]
  private let maximumIssueCount: Int
  private(set) var issues: [SchemaValidator.Issue] = []
  private var path: [Step] = []
  /// The number of enclosing lenient fields: a problem inside only costs the field.
  private var leniency = 0
  /// The number of enclosing models that are put together from members elsewhere: they are partial.
  private var partiality = 0
  /// Parsed patterns; nil for unsupported ones.
  private var patterns: [String: ECMAPattern?] = [:]

  init(types: [String: TypeDeclaration], maximumIssueCount: Int) {
    self.types = types
    self.maximumIssueCount = maximumIssueCount
  }

  // MARK: - Reporting

  mutating func report(
    _ message: String, at offset: Int, severity: Diagnostic.Severity = .error
  ) {
    guard issues.count < maximumIssueCount else { return }
    issues.append(
      .init(
        path: pathText, offset: offset, message: message,
        severity: leniency > 0 ? .warning : severity))
  }

  mutating func report(
    _ message: String, at value: LocatedJSON, severity: Diagnostic.Severity = .error
  ) {
    report(message, at: value.range.lowerBound, severity: severity)
  }

  private var pathText: String { pathText(path) }

  private func pathText(_ path: [Step]) -> String {
    path.reduce(into: "$") { text, step in
      switch step {
      case .index(let index): text += "[\(index)]"
      case .key(let key):
        text += SwiftName.isIdentifier(key) ? ".\(key)" : "[\(DocumentText.quoted(key))]"
      }
    }
  }

  /// Runs a closure one path step further down.
  mutating func at(_ step: Step, _ body: (inout ValidationRun) -> Void) {
    guard issues.count < maximumIssueCount else { return }
    path.append(step)
    body(&self)
    path.removeLast()
  }

  mutating func leniently(_ isLenient: Bool, _ body: (inout ValidationRun) -> Void) {
    leniency += isLenient ? 1 : 0
    body(&self)
    leniency -= isLenient ? 1 : 0
  }

  var isPartial: Bool { partiality > 0 }

  mutating func partially(_ isPartial: Bool, _ body: (inout ValidationRun) -> Void) {
    partiality += isPartial ? 1 : 0
    body(&self)
    partiality -= isPartial ? 1 : 0
  }

  /// Replaces the beginning of the paths of issues inside a value.
  mutating func movePaths(
    from start: Int, in value: LocatedJSON, below old: [Step], to new: [Step]
  ) {
    let (old, new) = (pathText(path + old), pathText(path + new))
    for index in issues.indices.dropFirst(start)
    where value.range.contains(issues[index].offset) && issues[index].path.hasPrefix(old) {
      issues[index].path = new + issues[index].path.dropFirst(old.count)
    }
  }

  /// A pattern, parsed once; nil if it is not supported.
  mutating func cachedPattern(_ expression: String) -> ECMAPattern? {
    if let known = patterns[expression] { return known }
    let pattern = ECMAPattern(expression)
    patterns[expression] = .some(pattern)
    return pattern
  }

  private mutating func expect(_ isRight: Bool, _ expected: String, _ value: LocatedJSON) {
    if !isRight { report("expected \(expected), found \(value.kindName)", at: value) }
  }

  // MARK: - Types

  mutating func check(_ value: LocatedJSON, as type: TypeReference) {
    switch type {
    case .json, .external, .opaque: break
    case .boolean: expect(value.boolean != nil, "a boolean", value)
    case .integer(let bits, let isSigned): checkInteger(value, bits ?? 64, isSigned)
    case .floatingPoint: checkNumber(value)
    case .string, .lazyString, .identifier: expect(value.string != nil, "a string", value)
    case .jsonObject: expect(value.members != nil, "an object", value)
    case .date(let transformer): if transformer == nil { checkDate(value) }
    case .url: checkURL(value)
    case .data: checkData(value)
    case .optional(let element): if !value.isNull { check(value, as: element) }
    case .array(let element), .set(let element), .orderedSet(let element):
      checkElements(value, element)
    case .map(_, let element): checkMap(value, element)
    case .reference(let model): checkReference(value, to: model)
    case .named(let name): checkNamed(value, name)
    }
  }

  /// A reference is the identity of a model; that of a model from elsewhere can be anything.
  private mutating func checkReference(_ value: LocatedJSON, to model: TypeReference) {
    guard case .named(let name) = model, case .object(let object) = types[name]?.kind,
      let identity = object.fields.first(where: \.isIdentifier)
    else { return }
    check(value, as: identity.type)
  }

  private mutating func checkNumber(_ value: LocatedJSON) {
    guard value.number == nil else { return }
    guard case .number(let text) = value.content else { return expect(false, "a number", value) }
    report("\(text.printable) is beyond the greatest number of 64 bits", at: value)
  }

  private mutating func checkInteger(_ value: LocatedJSON, _ bits: Int, _ isSigned: Bool) {
    guard case .number(let text) = value.content else {
      return expect(false, "a whole number", value)
    }
    guard !Self.fits(value, bits, isSigned) else { return }
    let isWhole = ExactDecimal(text)?.isWhole ?? false
    let kind = isSigned ? "a whole number" : "a whole number from 0 on"
    report(
      isWhole
        ? "\(text.printable) is no \(kind.dropFirst(2)) of \(bits) bits"
        : "expected \(kind), found \(text.printable)", at: value)
  }

  /// Whether a value is a whole number of that many bits.
  static func fits(_ value: LocatedJSON, _ bits: Int, _ isSigned: Bool) -> Bool {
    switch (bits, isSigned) {
    case (8, true): value.integer(as: Int8.self) != nil
    case (16, true): value.integer(as: Int16.self) != nil
    case (32, true): value.integer(as: Int32.self) != nil
    case (8, false): value.integer(as: UInt8.self) != nil
    case (16, false): value.integer(as: UInt16.self) != nil
    case (32, false): value.integer(as: UInt32.self) != nil
    case (_, false): value.integer(as: UInt64.self) != nil
    default: value.integer(as: Int64.self) != nil
    }
  }

  private mutating func checkDate(_ value: LocatedJSON) {
    guard let text = value.string else { return expect(false, "a date", value) }
    if !DocumentText.isDate(text) {
      report("'\(text.printable)' is not a date such as 2026-11-21T12:00:00Z", at: value)
    }
  }

  private mutating func checkURL(_ value: LocatedJSON) {
    guard let text = value.string else { return expect(false, "a URL", value) }
    let isWrong = text.isEmpty || text.unicodeScalars.contains { $0.value <= 0x20 }
    if isWrong { report("'\(text.printable)' is not a URL", at: value) }
  }

  private mutating func checkData(_ value: LocatedJSON) {
    guard let text = value.string else { return expect(false, "base64", value) }
    if !DocumentText.isBase64(text) { report("the string is not base64", at: value) }
  }

  private mutating func checkElements(_ value: LocatedJSON, _ type: TypeReference) {
    guard let elements = value.elements else { return expect(false, "an array", value) }
    for (index, element) in elements.enumerated() {
      at(.index(index)) { $0.check(element, as: type) }
    }
  }

  private mutating func checkMap(_ value: LocatedJSON, _ type: TypeReference) {
    guard let members = value.members else { return expect(false, "an object", value) }
    for member in members {
      at(.key(member.key)) { $0.check(member.value, as: type) }
    }
  }

  private mutating func checkNamed(_ value: LocatedJSON, _ name: String) {
    var next = name
    for _ in 0..<32 {
      guard let declaration = types[next] else { return }
      switch declaration.kind {
      case .object(let object): return check(value, object, of: declaration, knownKeys: [])
      case .union(let union): return check(value, union)
      case .enumeration(let enumeration): return check(value, enumeration)
      case .alias(let type):
        checkConstraints(value, declaration.annotations, ofElements: false)
        // Also through optionals: mutual aliases would otherwise loop forever.
        var target = type
        while case .optional(let element) = target {
          if value.isNull { return }
          target = element
        }
        guard case .named(let further) = target else { return check(value, as: target) }
        next = further
      }
    }
  }

  private mutating func check(_ value: LocatedJSON, _ enumeration: EnumType) {
    var raw: EnumType.RawValue?
    var expected = "a string"
    if case .integer = enumeration.cases.first?.rawValue {
      raw = value.integer.map { .integer($0) }
      expected = "a whole number"
    } else {
      raw = value.string.map { .string($0) }
    }
    guard let raw else { return expect(false, expected, value) }
    guard !enumeration.cases.contains(where: { $0.rawValue == raw }) else { return }
    let text = value.string.map { "\"\($0.printable)\"" } ?? "\(value.integer ?? 0)"
    report(
      "\(text) is not one of the \(enumeration.cases.count) known values", at: value,
      severity: enumeration.keepsUnknown ? .warning : .error)
  }
}
