/// Words of a command line, one after the other; options may be written `--name value` and
/// `--name=value`.
struct ArgumentReader {
  private var words: ArraySlice<String>
  private var attachedValue: String?
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
    guard attachedValue == nil else {
      throw UsageError("an option has a value that it does not take")
    }
    guard let word = words.popFirst() else { return nil }
    if onlyOperands || word == "-" || word.utf8.first != UInt8(ascii: "-") { return .operand(word) }
    if word == "--" {
      onlyOperands = true
      return try next()
    }
    guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return .option(word) }
    attachedValue = String(word[word.index(after: equals)...])
    return .option(String(word[..<equals]))
  }

  /// The value of the option that was read last.
  mutating func value(of option: String) throws(UsageError) -> String {
    if let value = attachedValue {
      attachedValue = nil
      return value
    }
    guard let word = words.popFirst() else { throw UsageError("\(option) needs a value") }
    return word
  }

  /// The value, if there is one that is not an option.
  mutating func optionalValue() -> String? {
    if let value = attachedValue {
      attachedValue = nil
      return value
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
