import MatrixGrammar

/// What a browser brings back: the query of its last address.
struct BrowserReturn: Hashable, Sendable {
  /// Bytes of a token or code; servers make much shorter ones.
  private static let longest = 4_096

  private let items: [String: String]

  /// Reads a query; nil when its encoding is wrong or a name is repeated.
  init?(query: some StringProtocol) {
    var items: [String: String] = [:]
    for item in query.split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(parts[0]),
        let value = Self.decoded(parts.count == 2 ? parts[1] : "")
      else { return nil }
      guard items.updateValue(value, forKey: name) == nil else { return nil }
    }
    self.init(items: items)
  }

  /// Reads what a user pasted: an address, its query, or the bare value of one item.
  init?(pasted text: String, bareItem name: String) {
    let text = text.trimmed
    if let question = text.firstIndex(of: "?") {
      self.init(query: text[text.index(after: question)...].prefix { $0 != "#" })
    } else if text.contains("\(name)=") {
      self.init(query: text)
    } else if text.contains("://") {
      return nil
    } else {
      self.init(items: [name: text])
    }
  }

  private init(items: [String: String]) { self.items = items }

  /// A value of visible ASCII; nil when there is none.
  subscript(name: String) -> String? {
    guard let value = items[name], (1...Self.longest).contains(value.utf8.count),
      value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    return value
  }

  private static func decoded(_ text: some StringProtocol) -> String? {
    try? PercentEncoding.decoded(Substring(text).utf8, plusIsSpace: true)
  }
}
