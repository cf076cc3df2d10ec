import Terminal

/// The bottom line: the keys for the current focus, or why the last key did nothing.
struct FooterView: Equatable {
  /// A key and what it does.
  struct Hint: Equatable {
    let key: String
    let word: String
    let isHelp: Bool
    var width: Int { key.count + 1 + word.count }

    func saying(_ word: String) -> Hint { Hint(key: key, word: word, isHelp: isHelp) }
  }

  /// A notice replaces the hints until the next key.
  let notice: String?
  /// The keys that do something now, in the order of their importance.
  let hints: [Hint]

  func draw(in region: Region) {
    let bar = region.on(.bar)
    bar.fill()
    if let notice {
      let text = SafeText.sentence(notice, columns: max(bar.rect.columns - 2, 1))
      bar.put(text, column: 1, .warning)
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
    for hint in hints where !hint.isHelp {
      guard column + hint.width <= end else { break }
      draw(hint, at: column, in: bar)
      column += hint.width + 2
    }
  }

  private func draw(_ hint: Hint, at column: Int, in bar: Region) {
    bar.put(hint.key, column: column, .accent)
    bar.put(hint.word, column: column + hint.key.count + 1, .dim)
  }
}
