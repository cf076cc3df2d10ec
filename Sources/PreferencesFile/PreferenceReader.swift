package import Controllers

/// The preferences that a file has, and what is wrong with it.
package struct ReadPreferences: Sendable {
  /// Those of the file; where it has none, or a wrong value, the usual ones.
  package var preferences = Preferences()
  /// What is wrong, in the order of the lines.
  package var problems: [PreferenceProblem] = []
  /// Where the keys of each action are.
  var keyPlaces: [String: TextPlace] = [:]
  /// Where the values of the file are, by the names of their preferences.
  package private(set) var valuePlaces: [String: TextPlace] = [:]
  /// The preferences of which the file has a value.
  private var given: [Preference] = []

  init() {}

  /// The same with keys that the program can use; `refused` has what is wrong with the others.
  package func withKeys(refused: [String: PreferenceProblem.Reason]) -> ReadPreferences {
    var copy = self
    for (action, reason) in refused {
      guard copy.preferences.keys.removeValue(forKey: action) != nil else { continue }
      copy.problems.append(
        PreferenceProblem(place: keyPlaces[action], key: "keys.\(action)", reason: reason))
    }
    copy.sortProblems()
    return copy
  }

  /// The same with values that this machine makes nothing of, by the names of their preferences.
  package func withoutEffect(_ reasons: [String: String]) -> ReadPreferences {
    var copy = self
    copy.problems += reasons.map { key, reason in
      PreferenceProblem(place: valuePlaces[key], key: key, reason: .withoutEffect(reason))
    }
    copy.sortProblems()
    return copy
  }

  /// The lines that a file may have wrong, and all others are still read.
  private static let mostWrongLines = 20

  /// Reads the text of a file.
  package init(_ bytes: [UInt8]) {
    var bytes = bytes
    for _ in 0...Self.mostWrongLines {
      do throws(TOMLDocument.SyntaxError) {
        read(try TOMLDocument(bytes))
        break
      } catch {
        problems.append(
          PreferenceProblem(place: error.place, key: "", reason: .syntax(error.reason)))
        guard Self.blank(&bytes, lineOf: error.place) else { break }
      }
    }
    sortProblems()
  }

  /// Whether the text is no TOML, so that nothing can be changed in it.
  var isDamaged: Bool {
    problems.contains { if case .syntax = $0.reason { true } else { false } }
  }

  /// Whether nothing of the file could be read.
  var isUnread: Bool {
    problems.contains {
      switch $0.reason {
      case .tooLarge, .unreadable: true
      default: false
      }
    }
  }

  /// Puts blanks in the place of a wrong line; false when it is blank already.
  private static func blank(_ bytes: inout [UInt8], lineOf place: TextPlace) -> Bool {
    let places = TextPlaces(bytes)
    let line = places.line(at: places.offset(TextPlace(line: place.line, column: 1)))
    guard bytes[line].contains(where: { $0 > 0x20 }) else { return false }
    for index in line { bytes[index] = 0x20 }
    return true
  }

  /// Other preferences with what is right in the file; keys of actions are not among it.
  func values(over others: Preferences) -> Preferences {
    given.reduce(into: others) { all, preference in
      preference.set(preference.read(preferences), in: &all)
    }
  }

  private mutating func sortProblems() {
    problems.sort { first, second in
      let (one, two) = (first.place, second.place)
      return (one?.line ?? 0, one?.column ?? 0) < (two?.line ?? 0, two?.column ?? 0)
    }
  }

  private mutating func read(_ document: TOMLDocument) {
    for entry in document.entries {
      switch entry.path.count {
      case 1: checkTable(entry)
      case 2 where entry.path[0] == "keys": readKeys(entry)
      case 2 where Preference.Section(rawValue: entry.path[0]) != nil: readValue(entry)
      // What is deeper is inside of something that is told already.
      default: break
      }
    }
  }

  private mutating func checkTable(_ entry: TOMLDocument.Entry) {
    let name = entry.path[0]
    guard name == "keys" || Preference.Section(rawValue: name) != nil else {
      return tell(entry, .unknownName(suggestion: NearName.preference(to: name)))
    }
    if entry.value != .table { tell(entry, .wrongValue) }
  }

  private mutating func readValue(_ entry: TOMLDocument.Entry) {
    let key = entry.path.joined(separator: ".")
    guard let preference = Preference.named(key) else {
      return tell(entry, .unknownName(suggestion: NearName.preference(to: key)))
    }
    guard let value = PreferenceValue(entry.value), preference.takes(value) else {
      return tell(entry, .wrongValue)
    }
    preference.set(value, in: &preferences)
    given.append(preference)
    valuePlaces[key] = entry.place
  }

  private mutating func readKeys(_ entry: TOMLDocument.Entry) {
    let action = entry.path[1]
    switch PreferenceValue(entry.value) {
    case .text(let key)?: preferences.keys[action] = [key]
    case .words(let keys)?: preferences.keys[action] = keys
    default: return tell(entry, .noKeys)
    }
    keyPlaces[action] = entry.place
  }

  private mutating func tell(_ entry: TOMLDocument.Entry, _ reason: PreferenceProblem.Reason) {
    let isName = if case .unknownName = reason { true } else { false }
    problems.append(
      PreferenceProblem(
        place: isName ? entry.keyPlace : entry.place, key: entry.path.joined(separator: "."),
        reason: reason))
  }
}

extension PreferenceValue {
  /// Nil for a value that no preference has.
  init?(_ value: TOMLDocument.Value) {
    switch value {
    case .flag(let flag): self = .flag(flag)
    case .number(let number): self = .number(number)
    case .text(let text): self = .text(text)
    case .array(let elements):
      let words = elements.compactMap { if case .text(let word) = $0 { word } else { nil } }
      guard words.count == elements.count else { return nil }
      self = .words(words)
    case .table, .other: return nil
    }
  }
}
