import Terminal

/// The bottom line: the keys for the current focus, or why the last key did nothing.
struct FooterView: Equatable {
  /// A key and what it does.
  struct Hint: Equatable {
    let key: String
    let word: String
    let isHelp: Bool
    var width: Int { key.count + 1 + word.count }
    /// Whether the key leaves the part of the screen, which the user must always be able to find out.
    var isWayBack: Bool { key == "Esc" }

    func saying(_ word: String) -> Hint { Hint(key: key, word: word, isHelp: isHelp) }
  }

  /// A notice replaces the hints until the next key.
  let notice: String?
  /// The keys that do something now, in the order of their importance.
  let hints: [Hint]

  /// The rows that the footer needs: a notice often ends with the key that goes on, which a narrow screen
  /// must show too.
  func rows(on screen: Size) -> Int {
    noticeRows(columns: screen.columns, limit: min(screen.rows / 5, 3)).count
  }

  func draw(in region: Region) {
    let bar = region.on(.bar)
    bar.fill()
    guard notice == nil else {
      let rows = noticeRows(columns: bar.rect.columns, limit: bar.rect.rows)
      for (row, text) in rows.enumerated() { bar.put(text, column: 1, row: row, .warning) }
      return
    }
    let last = hints.last { $0.isHelp }
    var end = bar.rect.columns - 1
    if let last {
      end -= last.width
      draw(last, at: end, in: bar)
      end -= 2
    }
    var column = 1
    for hint in fitting(columns: end - column) {
      draw(hint, at: column, in: bar)
      column += hint.width + 2
    }
  }

  /// The first hints, as many as fit together with the one that says how to leave.
  private func fitting(columns: Int) -> [Hint] {
    let all = hints.filter { !$0.isHelp }
    var left = columns
    var shown: [Hint] = []
    for (place, hint) in all.enumerated() {
      let way = all[(place + 1)...].filter(\.isWayBack).prefix(1)
      guard way.reduce(hint.width, { $0 + 2 + $1.width }) <= left else {
        return shown + way.filter { $0.width <= left }
      }
      shown.append(hint)
      left -= hint.width + 2
    }
    return shown
  }

  private func noticeRows(columns: Int, limit: Int) -> [SafeText] {
    SafeText.sentence(notice ?? "", columns: max(columns - 2, 1), rows: max(limit, 1))
  }

  private func draw(_ hint: Hint, at column: Int, in bar: Region) {
    bar.put(hint.key, column: column, .accent)
    bar.put(hint.word, column: column + hint.key.count + 1, .dim)
  }
}
