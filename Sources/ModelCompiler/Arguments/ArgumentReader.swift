/// Words of a command line, one after the other; options may be written `--name value` and
/// `--name=value`.
struct ArgumentReader {
  private var words: ArraySlice<String>
  /// What stands behind the equals sign of the option that was read last.
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
    guard !word.isEmpty else { throw UsageError("a word is empty") }
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

  /// The value of the option that was read last; no option has a use for an empty one.
  mutating func value(of option: String) throws(UsageError) -> String {
    let word = attached?.value ?? words.popFirst()
    attached = nil
    guard let word, !word.isEmpty else { throw UsageError("\(option) needs a value") }
    return word
  }

  /// For an option that takes no value.
  func refuseAttachedValue() throws(UsageError) {
    if let attached { throw UsageError("\(attached.option) takes no value") }
  }

  /// For an option that nothing may follow.
  mutating func end(after option: String) throws(UsageError) {
    guard try next() == nil else { throw UsageError("there is too much behind \(option)") }
  }

  /// The value, if there is one that is not an option.
  mutating func optionalValue() -> String? {
    if let attached {
      self.attached = nil
      return attached.value
    }
    guard let word = words.first, word.utf8.first != UInt8(ascii: "-") else { return nil }
    words.removeFirst()
    return word
  }

  /// The next word, if it is one that is wanted.
  mutating func next<Value>(matching read: (String) -> Value?) -> Value? {
    guard !onlyOperands, let value = words.first.flatMap(read) else { return nil }
    words.removeFirst()
    return value
  }
}
