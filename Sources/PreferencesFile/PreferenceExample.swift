import Controllers

/// A file with all preferences at their usual values, each with what it does.
package enum PreferenceExample {
  /// An action with its usual keys.
  package struct KeyRow {
    package let name: String
    package let title: String
    package let keys: [String]

    /// Creates a row.
    package init(name: String, title: String, keys: [String]) {
      (self.name, self.title, self.keys) = (name, title, keys)
    }
  }

  /// The text of the file, with a line for each action that can have keys.
  package static func text(path: String, actions: [KeyRow]) -> String {
    let head = """
      # The preferences of chat-tui, in the file
      # \(path)
      # What the file does not have is as it is here. Options of the command line go first.
      """
    let sections = Preference.Section.allCases.map(section)
    return ([head] + sections + [keys(actions)]).joined(separator: "\n\n") + "\n"
  }

  private static func section(_ section: Preference.Section) -> String {
    let rows = Preference.all.filter { $0.section == section }.map(row)
    return "[\(section.rawValue)]\n\n" + rows.joined(separator: "\n\n")
  }

  private static func row(_ preference: Preference) -> String {
    let value = TOMLText.literal(preference.read(Preferences()))
    let lines = [preference.explanation] + values(of: preference.kind)
    return lines.map { "# \($0)\n" }.joined() + "\(preference.name) = \(value)"
  }

  private static func values(of kind: Preference.Kind) -> [String] {
    switch kind {
    case .flag: []
    case .choice(let choices): choices.map { "  \"\($0.word)\": \($0.meaning)" }
    case .words(let choices): choices.map { "  \"\($0.word)\": \($0.meaning)" }
    case .number(let range, let unit): ["  \(range.lowerBound) to \(range.upperBound) \(unit)"]
    case .text(let example, _): ["  \(example)"]
    }
  }

  private static func keys(_ actions: [KeyRow]) -> String {
    let head = """
      [keys]

      # The keys of actions: one, or a list, in place of the usual ones, such as quit = ["C-q", "F10"].
      # C- is Control, M- is Alt, S- is Shift; other names are Enter, Tab, Esc, Backspace, Delete, Up,
      # Down, Left, Right, Home, End, PageUp, PageDown, Insert, Space, and F1 to F35.
      """
    let rows = actions.map { action in
      let keys = action.keys.count == 1 ? PreferenceValue.text(action.keys[0]) : .words(action.keys)
      return "# \(action.title)\n# \(TOMLText.key(action.name)) = \(TOMLText.literal(keys))"
    }
    return ([head] + rows).joined(separator: "\n\n")
  }
}
