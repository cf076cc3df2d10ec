import Terminal

/// The overlay that lists all keys, starting with those of the current context.
final class HelpView {
  /// A line of the list.
  enum Line: Equatable {
    case heading(String)
    case action(keys: String, title: String)
    case blank
  }

  /// The unfiltered list.
  let lines: [Line]
  /// What people call the actions of a title besides.
  private let otherWords: [String: [Substring]]
  /// The filter; only actions are listed whose key or title contains all of its words, or that are called so.
  let field: TextField
  let tile: Tile
  private var topLine = 0
  private var drawnHeight = 1

  init(actions: [Action], context: Context, needsDisplay: @escaping () -> Void) {
    lines = Self.lines(of: actions, context: context)
    let others = actions.map { ($0.title, ActionSearch.others(of: $0)) }
    otherWords = Dictionary(others, uniquingKeysWith: +)
    tile = Tile(needsDisplay: needsDisplay)
    field = TextField(needsDisplay: tile.invalidate) { _ in }
  }

  /// The lines that match the filter, with their headings.
  var shownLines: [Line] {
    let words = field.editor.text.lowercased().split(separator: " ")
    guard !words.isEmpty else { return lines }
    var shown: [Line] = []
    var heading: Line?
    for line in lines {
      switch line {
      case .blank: break
      case .heading: heading = line
      case .action(let keys, let title):
        let text = "\(keys) \(title)".lowercased()
        let others = otherWords[title] ?? []
        let isFound = words.allSatisfy { word in
          text.contains(word) || others.contains { $0.hasPrefix(word) }
        }
        guard isFound else { continue }
        if let found = heading { shown += shown.isEmpty ? [found] : [.blank, found] }
        heading = nil
        shown.append(line)
      }
    }
    return shown
  }

  func scroll(by count: Int) {
    topLine = min(max(topLine + count, 0), max(shownLines.count - drawnHeight, 0))
    tile.invalidate()
  }

  func scroll(pages: Int) {
    scroll(by: pages * max(drawnHeight - 1, 1))
  }

  /// The place of the list in front of an area.
  func card(in area: Rect) -> Rect {
    area.inset(left: 1, right: 1).centred(columns: 72, rows: lines.count + 4)
  }

  func draw(in card: Region) {
    card.box(title: "Keys", role: .accent)
    let inner = card.part(card.rect.inset(left: 2, top: 1, right: 2, bottom: 1))
    drawFilter(in: inner.part(inner.rect.topRows(1)))
    drawLines(in: inner.part(inner.rect.inset(top: 2)), card: card)
  }

  private func drawFilter(in region: Region) {
    region.put(">", .accentStrong)
    let text = region.part(region.rect.inset(left: 2))
    if field.editor.isEmpty { text.put("type to find a key or an action", .dim) }
    field.drawLine(in: text, hasFocus: true)
  }

  private func drawLines(in region: Region, card: Region) {
    let shown = shownLines
    drawnHeight = max(region.rect.rows, 1)
    topLine = min(topLine, max(shown.count - drawnHeight, 0))
    if shown.isEmpty { region.put("No matching key or action", .dim) }
    for (row, line) in shown.dropFirst(topLine).prefix(drawnHeight).enumerated() {
      draw(line, row: row, in: region)
    }
    if topLine + drawnHeight < shown.count {
      card.part(card.rect.bottomRows(1)).putRight(" more below ", .dim)
    }
  }

  private func draw(_ line: Line, row: Int, in region: Region) {
    switch line {
    case .blank: break
    case .heading(let title): region.put(title, row: row, .strong)
    case .action(let keys, let title):
      let column = Self.titleColumn(in: region.rect)
      region.put(Self.keys(keys, fitting: column - 2), column: 1, row: row, .accent)
      region.put(title, column: column, row: row, .text, width: region.rect.columns - column)
    }
  }

  /// The column of the titles, which is nearer to the keys where the longest title would be cut.
  private static func titleColumn(in area: Rect) -> Int {
    min(max(area.columns - longestTitle, 14), 21)
  }

  /// The columns of the longest title of an action.
  private static let longestTitle = 30

  /// As many keys of an action as fit, at least the best known one.
  private static func keys(_ keys: String, fitting columns: Int) -> String {
    guard keys.count > columns, let end = keys.lastIndex(of: " ") else { return keys }
    return Self.keys(String(keys[..<end]), fitting: columns)
  }

  /// Groups actions by context: the focused one first, the global ones next.
  private static func lines(of actions: [Action], context: Context) -> [Line] {
    let sections = [context] + Context.allCases.filter { $0 != context && hasSection($0) }
    var lines: [Line] = []
    for section in sections {
      let own = actions.filter { isOwn($0, of: section) }
      add(section.title, own, of: actions, in: section, to: &lines)
      if section == context { addShared(actions, context: context, to: &lines) }
    }
    return lines
  }

  private static func addShared(
    _ all: [Action], context: Context, to lines: inout [Line]
  ) {
    let shared: [(String, Set<Context>)] = [
      ("Main screen", .main), ("Input lines", .text), ("Everywhere", .anywhere),
    ]
    for (title, contexts) in shared {
      let actions = all.filter { group(of: $0) == contexts }
      guard let section = contexts.contains(context) ? context : contexts.min() else { continue }
      add(title, actions, of: all, in: section, to: &lines)
    }
  }

  private static func add(
    _ title: String, _ actions: [Action], of all: [Action], in context: Context,
    to lines: inout [Line]
  ) {
    let menuKey =
      all.first { $0.name == "actions" }?.keys(in: .composer).first?.description ?? "F2"
    let actions = actions.filter { !$0.bindings.isEmpty || $0.menus.contains(context) }
    guard !actions.isEmpty else { return }
    if !lines.isEmpty { lines.append(.blank) }
    lines.append(.heading(title))
    for action in actions {
      let keys = action.keys(in: context).prefix(3).map(\.description)
      let text = keys.isEmpty ? "menu (\(menuKey))" : keys.joined(separator: " ")
      lines.append(.action(keys: text, title: action.title))
    }
  }

  private static func hasSection(_ context: Context) -> Bool {
    context != .starting && context != .help
  }

  /// The largest set of contexts that one binding of the action covers, if it covers several.
  private static func group(of action: Action) -> Set<Context>? {
    let widest = action.bindings.map(\.contexts).max { $0.count < $1.count } ?? []
    if widest.count >= Context.allCases.count - 1 { return .anywhere }
    return widest == .panes ? .main : [Set.main, Set.text].first { $0 == widest }
  }

  private static func isOwn(_ action: Action, of context: Context) -> Bool {
    if action.bindings.isEmpty { return action.menus.contains(context) }
    return group(of: action) == nil && !action.keys(in: context).isEmpty
  }
}
