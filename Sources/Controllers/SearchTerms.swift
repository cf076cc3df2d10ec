package import Models

/// The text of a search for messages, taken apart.
package struct SearchTerms: Hashable, Sendable {
  /// The words that a message must contain.
  package private(set) var words: [String] = []
  /// The beginnings of user IDs, or parts of names, of which a sender must have one; empty for anybody.
  package private(set) var senders: [String] = []
  /// The last day that is too early, and the first that is too late; nil where the text names none.
  package private(set) var after: CalendarDay?
  package private(set) var before: CalendarDay?
  /// The first part that should name a day and names none, as typed; nothing can be found by it.
  package private(set) var wrongDay: String?

  /// What a part of the text says of the messages.
  private enum Key: String, CaseIterable {
    case sender = "from:"
    case after = "after:"
    case before = "before:"
  }

  /// Whether nothing is searched for.
  package var isEmpty: Bool {
    words.isEmpty && senders.isEmpty && after == nil && before == nil && wrongDay == nil
  }

  /// Takes a text apart.
  ///
  /// Each `from:NAME` names a sender, or `from:"NAME"` where the name has spaces; `after:2026-05-31` and
  /// `before:2026-05-31` leave that day out, and all else is a word. A quotation mark that is still to come
  /// stands at the end.
  ///
  /// - Parameter day: Reads a day.
  package init(
    _ text: String, day: (Substring) -> CalendarDay? = { CalendarDay(iso: $0) }
  ) {
    var rest = text[...]
    while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
      rest = rest[start...]
      let key = Key.allCases.first { rest.prefix($0.rawValue.count).lowercased() == $0.rawValue }
      guard let key else {
        words.append(String(Self.takeWord(from: &rest)))
        continue
      }
      let name = rest.prefix(key.rawValue.count)
      rest.removeFirst(key.rawValue.count)
      take(Self.takeValue(from: &rest), for: key, named: name, day)
    }
  }

  /// The times at which messages may have been sent; nil for any.
  ///
  /// - Parameter secondsFromUTC: The time zone of the days, at a time.
  package func times(secondsFromUTC: (Timestamp) -> Int) -> Range<Timestamp>? {
    guard after != nil || before != nil else { return nil }
    let start = after?.next.start(secondsFromUTC: secondsFromUTC)
    let end = before?.start(secondsFromUTC: secondsFromUTC)
    let first = start ?? Timestamp(milliseconds: .min)
    return first..<max(first, end ?? Timestamp(milliseconds: .max))
  }

  /// The text with quotation marks around the names that a shell has kept together.
  package static func text(ofArguments arguments: [String]) -> String {
    arguments.map { argument in
      let key = Key.sender.rawValue
      let name = argument.dropFirst(key.count)
      guard argument.lowercased().hasPrefix(key), name.contains(where: \.isWhitespace),
        !name.contains("\"")
      else { return argument }
      return "\(key)\"\(name)\""
    }.joined(separator: " ")
  }

  private mutating func take(
    _ value: Substring, for key: Key, named name: Substring, _ day: (Substring) -> CalendarDay?
  ) {
    if key == .sender {
      let name = value.drop(while: \.isWhitespace)
      if !name.isEmpty { senders.append(String(name)) }
      return
    }
    guard let day = day(value) else {
      wrongDay = wrongDay ?? "\(name)\(value)"
      return
    }
    switch key {
    case .after: after = max(after ?? day, day)
    case .before: before = min(before ?? day, day)
    case .sender: break
    }
  }

  private static func takeWord(from rest: inout Substring) -> Substring {
    let word = rest.prefix { !$0.isWhitespace }
    rest = rest[word.endIndex...]
    return word
  }

  /// What stands in quotation marks, or else up to a space.
  private static func takeValue(from rest: inout Substring) -> Substring {
    guard rest.first == "\"" else { return takeWord(from: &rest) }
    let value = rest.dropFirst().prefix { $0 != "\"" }
    rest = rest[value.endIndex...].dropFirst()
    return value
  }
}
