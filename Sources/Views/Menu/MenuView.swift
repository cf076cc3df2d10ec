import Terminal

/// The list of actions available in the focused part, including those without a key.
final class MenuView {
  /// An action with its availability.
  struct Entry {
    let action: Action
    let isEnabled: Bool
    /// The key that triggers the action without the menu.
    let keyText: String
    let run: () -> Void
  }

  let tile: Tile
  private let heading: [String]
  private let entries: [Entry]
  private var cursor = 0
  private var pageLength = 1
  /// The letters that select an action.
  private var typed = ""
  private var lastLetter: ContinuousClock.Instant?
  /// Whether no title has the letters.
  private(set) var hasMissed = false
  /// Letters that follow each other within this time belong together.
  private static let typingPause = Duration.seconds(1)

  /// - Parameter heading: The subject of the actions, in one or two lines.
  init(heading: [String], entries: [Entry], needsDisplay: @escaping () -> Void) {
    self.heading = heading.filter { !$0.isEmpty }
    self.entries = entries
    tile = Tile(needsDisplay: needsDisplay)
  }

  /// The entry under the cursor.
  var selected: Entry? { entries.indices.contains(cursor) ? entries[cursor] : nil }

  func moveCursor(by count: Int) { moveCursor(to: cursor + count) }

  /// Moves to an entry, no farther than to the first or the last one: the last one may end something for good,
  /// and Up in the first must not lead there.
  func moveCursor(to index: Int) {
    endTyping()
    cursor = min(max(index, 0), max(entries.count - 1, 0))
    tile.invalidate()
  }

  /// Whether a letter goes on with those before it.
  func isTyping(at time: ContinuousClock.Instant) -> Bool {
    lastLetter.map { time - $0 < Self.typingPause } ?? false
  }

  /// Selects the entry that the letters typed mean.
  func type(_ letter: Character, at time: ContinuousClock.Instant) {
    typed = isTyping(at: time) ? typed + String(letter) : String(letter)
    lastLetter = time
    find()
  }

  /// Takes back the last letter; with none, nothing happens.
  func deleteLetter(at time: ContinuousClock.Instant) { shorten(at: time) { $0.dropLast() } }

  /// Takes back the last word, as in an input line.
  func deleteWord(at time: ContinuousClock.Instant) {
    shorten(at: time) { letters in
      let word = letters.reversed().drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
      return letters[..<word.endIndex.base]
    }
  }

  /// Takes back all letters; the cursor stays.
  func deleteLetters() {
    tile.invalidate()
    endTyping()
  }

  private func shorten(
    at time: ContinuousClock.Instant, _ rest: (String) -> Substring
  ) {
    guard !typed.isEmpty else { return }
    typed = String(rest(typed))
    lastLetter = time
    find()
  }

  private func find() {
    tile.invalidate()
    guard !typed.isEmpty else { return endTyping() }
    let found = ActionSearch.place(of: typed, in: entries.map(\.action))
    hasMissed = found == nil
    cursor = found ?? cursor
  }

  private func endTyping() {
    (typed, lastLetter, hasMissed) = ("", nil, false)
  }

  /// One entry stays visible.
  func moveCursor(byPages count: Int) { moveCursor(to: cursor + count * max(pageLength - 1, 1)) }

  /// The place of the menu in front of an area.
  func card(in area: Rect) -> Rect {
    let width = min(max(contentWidth + 4, 30), area.columns)
    let rows = entries.count + heading.count + (heading.isEmpty ? 2 : 3)
    return area.centred(columns: width, rows: rows)
  }

  func draw(in card: Region) {
    card.box(title: "Actions", role: .accent)
    let inner = card.part(card.rect.inset(left: 1, top: 1, right: 1, bottom: 1))
    drawHeading(in: inner.part(inner.rect.inset(left: 1, right: 1)))
    drawEntries(in: inner.part(inner.rect.inset(top: heading.isEmpty ? 0 : heading.count + 1)))
    let edge = card.part(card.rect.inset(left: 1, right: 2))
    if !typed.isEmpty {
      edge.put(
        " \(typed) ", column: 1, row: card.rect.rows - 1, hasMissed ? .error : .accent,
        width: card.rect.columns - 14)
    }
    guard pageLength < entries.count else { return }
    edge.putRight(" \(cursor + 1)/\(entries.count) ", row: card.rect.rows - 1, .accent)
  }

  private var contentWidth: Int {
    let lines = entries.map { $0.action.title.count + $0.keyText.count + 4 }
    return (lines + heading.map(SafeText.width(of:))).max() ?? 0
  }

  private func drawHeading(in region: Region) {
    for (row, line) in heading.enumerated() {
      region.put(line, row: row, row == 0 ? .strong : .dim, width: region.rect.columns)
    }
  }

  private func drawEntries(in region: Region) {
    let height = region.rect.rows
    pageLength = min(height, entries.count)
    let first = max(0, cursor - height + 1)
    for (row, entry) in entries.dropFirst(first).prefix(height).enumerated() {
      // Enter does nothing while no action has the letters.
      draw(entry, row: row, isSelected: !hasMissed && first + row == cursor, in: region)
    }
  }

  private func draw(_ entry: Entry, row: Int, isSelected: Bool, in region: Region) {
    let ground = region.on(isSelected ? .selection : .plain)
    if isSelected {
      ground.fill(row: row)
      ground.put("▌", row: row, .accent)
    }
    ground.put(entry.action.title, column: 2, row: row, entry.isEnabled ? .text : .dim)
    ground.putRight(entry.keyText, row: row, .accent)
  }
}
