import Terminal

/// The bottom lines: the keys for the current focus, or why the last key did nothing.
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
  /// What is wrong with what the cursor is on, which has no room there for more than its beginning; stands above
  /// the hints.
  var errorText = ""
  /// The keys that do something now, in the order of their importance.
  let hints: [Hint]

  /// The rows that the footer needs: a notice often ends with the key that goes on, which a narrow screen
  /// must show too.
  func rows(on screen: Size) -> Int {
    let most = min(screen.rows / 5, 3)
    let error = errorRows(columns: screen.columns, limit: most)
    return error.count + max(sentence(notice ?? "", columns: screen.columns, limit: most).count, 1)
  }

  func draw(in region: Region) {
    let bar = region.on(.bar)
    bar.fill()
    guard notice == nil else {
      let rows = sentence(notice ?? "", columns: bar.rect.columns, limit: bar.rect.rows)
      for (row, text) in rows.enumerated() { bar.put(text, column: 1, row: row, .warning) }
      return
    }
    let error = errorRows(columns: bar.rect.columns, limit: bar.rect.rows - 1)
    for (row, text) in error.enumerated() { bar.put(text, column: 1, row: row, .error) }
    drawHints(in: bar.part(bar.rect.bottomRows(1)))
  }

  private func drawHints(in bar: Region) {
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

  /// None while there is a notice, which is about what the user has just done.
  private func errorRows(columns: Int, limit: Int) -> [SafeText] {
    guard notice == nil, !errorText.isEmpty else { return [] }
    return sentence("! \(errorText)", columns: columns, limit: limit)
  }

  private func sentence(_ text: String, columns: Int, limit: Int) -> [SafeText] {
    SafeText.sentence(text, columns: max(columns - 2, 1), rows: max(limit, 1))
  }

  private func draw(_ hint: Hint, at column: Int, in bar: Region) {
    bar.put(hint.key, column: column, .accent)
    bar.put(hint.word, column: column + hint.key.count + 1, .dim)
  }
}
