/// A JSON value to write; objects keep the insertion order of their members.
indirect enum JSONTree: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int128)
  case number(Double)
  case string(String)
  case array([JSONTree])
  case object([Member])

  struct Member: Hashable, Sendable {
    var key: String
    var value: JSONTree
  }

  static func strings(_ values: [String]) -> JSONTree { .array(values.map(JSONTree.string)) }
}

extension [JSONTree.Member] {
  /// Adds a member, or nothing if there is no value.
  mutating func put(_ key: String, _ value: JSONTree?) {
    if let value { append(JSONTree.Member(key: key, value: value)) }
  }

  mutating func put(_ key: String, _ text: String?) { put(key, text.map(JSONTree.string)) }
}
