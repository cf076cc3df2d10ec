import ModelSchema

/// Iterates over the arguments of a command line; options may be written `--name value` or
/// `--name=value`.
struct ArgumentReader {
  private var words: ArraySlice<String>
  /// The value after the equals sign of the option that was read last.
  private var attached: (option: String, value: String)?
  private var onlyOperands = false

  init(_ words: [String]) {
    self.words = words[...]
  }

  enum Word: Hashable {
    case option(String)
    case operand(String)
  }

  /// The next word; nil at the end.
  mutating func next() throws(UsageError) -> Word? {
    try refuseAttachedValue()
    guard let word = words.popFirst() else { return nil }
    guard !word.isEmpty else { throw UsageError("an argument is empty") }
    if onlyOperands || word == "-" || word.utf8.first != UInt8(ascii: "-") { return .operand(word) }
    if word == "--" {
      onlyOperands = true
      return try next()
    }
    guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return .option(word) }
    let option = String(word[..<equals])
    attached = (option, String(word[word.index(after: equals)...]))
    return .option(option)
  }

  /// The value of the option that was read last; an empty value is an error for every option.
  mutating func value(of option: String) throws(UsageError) -> String {
    let word = attached?.value ?? words.popFirst()
    attached = nil
    guard let word, !word.isEmpty else { throw UsageError("\(option) needs a value") }
    return word
  }

  /// The value of the option that was read last: the name of a type that may be nested in others.
  mutating func typePath(of option: String) throws(UsageError) -> String {
    let word = try value(of: option)
    for part in word.split(separator: ".", omittingEmptySubsequences: false) {
      guard SwiftName.isIdentifier(String(part)) else {
        throw UsageError("\(option) takes the name of a Swift type, not '\(word)'")
      }
    }
    return word
  }

  /// The name of a transformer that says which fields it is for.
  mutating func transformer(of option: String) throws(UsageError) -> String {
    let name = try typePath(of: option)
    guard TransformerConventions.isTransformer(name) else {
      throw UsageError(
        "\(option) takes a name such as BornTransformer, for fields named 'born', not '\(name)'")
    }
    return name
  }

  /// Throws if an option without a value was given one.
  func refuseAttachedValue() throws(UsageError) {
    if let attached { throw UsageError("\(attached.option) takes no value") }
  }

  /// Throws if anything follows the option.
  mutating func end(after option: String) throws(UsageError) {
    guard try next() == nil else { throw UsageError("unexpected arguments after \(option)") }
  }

  /// The next argument, if there is one and it is not an option.
  mutating func optionalValue() -> String? {
    if let attached {
      self.attached = nil
      return attached.value
    }
    guard let word = words.first, word.utf8.first != UInt8(ascii: "-") else { return nil }
    words.removeFirst()
    return word
  }

  /// The next argument, if `read` accepts it.
  mutating func next<Value>(matching read: (String) -> Value?) -> Value? {
    guard !onlyOperands, let value = words.first.flatMap(read) else { return nil }
    words.removeFirst()
    return value
  }
}
