import Terminal
import ViewModels

/// Breaks a formatted body into lines.
struct FormattedBodyLines {
  typealias Line = [StyledText.Piece]

  private let body: FormattedBody
  private let isUncovered: Bool
  private let columns: Int
  private let limit: Int
  private let shift: Int
  private(set) var lines: [Line] = []
  /// The columns by which the widest table does not fit.
  private(set) var overflow = 0
  private var blanks = BlankRun()

  /// Beyond `limit` lines, the last one says so.
  static func lines(
    of body: FormattedBody, isUncovered: Bool, columns: Int, limit: Int
  ) -> [Line] {
    FormattedBodyLines(body, isUncovered: isUncovered, columns: columns, limit: limit).lines
  }

  /// Breaks a body into lines.
  ///
  /// - Parameters:
  ///   - limit: The most lines; beyond them, the last one says so.
  ///   - shift: The columns at the left that are left out of tables that do not fit.
  init(_ body: FormattedBody, isUncovered: Bool, columns: Int, limit: Int, shift: Int = 0) {
    self.body = body
    self.isUncovered = isUncovered
    self.columns = columns
    self.limit = limit
    self.shift = shift
    run()
  }

  private mutating func run() {
    var index = 0
    while index < body.blocks.count, lines.count <= limit {
      let table = body.blocks[index...].table
      if table.isEmpty {
        add(body.blocks[index])
        index += 1
      } else {
        add(table: table)
        index += table.count
      }
    }
    if lines.count > limit {
      lines = lines.prefix(limit - 1) + [CutText.line(columns: columns)]
    }
  }

  private mutating func add(_ block: FormattedBody.Block) {
    switch block.kind {
    case .rule: add([[.init(text: "* * *", role: .rule)]], in: block)
    case .code(let language):
      var parts: [StyledText.Part] = []
      if !language.isEmpty {
        parts.append(.init(text: SafeText(language).string + "\n", role: .body([.code, .strong])))
      }
      add(StyledText(parts + self.parts(of: block.runs, adding: .code)), in: block)
    case .heading: add(StyledText(parts(of: block.runs, adding: .strong)), in: block)
    case .paragraph, .tableRow: add(StyledText(parts(of: block.runs)), in: block)
    }
  }

  private mutating func add(_ text: StyledText, in block: FormattedBody.Block) {
    add(text.lines(columns: max(columns - Prefix(block, columns).width, 2)), in: block)
  }

  private mutating func add(_ new: [Line], in block: FormattedBody.Block) {
    let prefix = Prefix(block, columns)
    // A text that is shown as a whole has all its lines.
    for (index, line) in new.enumerated() where blanks.shows(line) || limit == .max {
      lines.append(prefix.pieces(line: index) + line)
    }
  }

  private func parts(
    of runs: some Sequence<FormattedBody.Run>, adding traits: FormattedBody.Traits = []
  ) -> [StyledText.Part] {
    runs.map { run in
      let isCovered = run.traits.contains(.spoiler) && !isUncovered
      let text = isCovered ? run.text.covered : run.text
      // A mention in a hidden text would tell a part of it.
      let shown = isCovered ? [.spoiler] : run.traits.union(traits)
      let link = isCovered ? nil : run.safeLink.flatMap { LinkAddress($0) }
      return .init(
        text: run.traits.contains(.struck) ? "~\(text)~" : text,
        role: .body(shown, isCovered ? nil : run.colors), link: link)
    }
  }
}

// MARK: - Tables

extension FormattedBodyLines {
  private mutating func add(table: ArraySlice<FormattedBody.Block>) {
    let rows = table.map { block in block.runs.cells.map { parts(of: $0) } }
    let room = table.first.map { max(columns - Prefix($0, columns).width, 2) } ?? columns
    let layout = TableLines(rows, room: room)
    guard layout.overflow == 0 || limit < .max else { return add(rows, of: table) }
    overflow = max(overflow, layout.overflow)
    for (block, row) in zip(table, rows) where lines.count <= limit {
      add(layout.lines(of: row, shift: shift, limit: limit < .max ? limit + 1 : limit), in: block)
    }
  }

  /// Adds the cells one after the other: a text that is shown as a whole hides none of them.
  private mutating func add(
    _ rows: [[TableLines.Cell]], of table: ArraySlice<FormattedBody.Block>
  ) {
    for (block, cells) in zip(table, rows) {
      add(StyledText(Array(cells.joined(separator: [.init(text: " | ", role: .rule)]))), in: block)
    }
  }
}

/// What stands before the lines of a block: quotes, and the bullet of a list's entry.
private struct Prefix {
  private let quotes: SafeText
  private let indent: SafeText
  private let marker: SafeText

  init(_ block: FormattedBody.Block, _ columns: Int) {
    // On a narrow screen the text needs the room.
    let levels = max(columns / 6, 1)
    quotes = SafeText("> ").repeated(min(block.quoteDepth, levels))
    let marker = SafeText(block.markerText).prefix(fittingColumns: max(columns / 3 - 1, 1))
    self.marker = marker.isEmpty ? .empty : marker + " "
    let depth = min(block.listDepth, levels)
    indent = SafeText("  ").repeated(block.listDepth == 0 ? 0 : depth)
  }

  /// The bullet stands in the indentation, as far as it fits.
  var width: Int { quotes.width + max(indent.width, marker.width + indent.width - 2) }

  func pieces(line: Int) -> [StyledText.Piece] {
    var pieces: [StyledText.Piece] = []
    if !quotes.isEmpty { pieces.append(.init(text: quotes, role: .rule)) }
    let room = width - quotes.width
    guard room > 0 else { return pieces }
    if line == 0, !marker.isEmpty {
      let blank = SafeText(" ").repeated(room - marker.width)
      pieces.append(.init(text: blank + marker, role: .text))
    } else {
      pieces.append(.init(text: SafeText(" ").repeated(room), role: .text))
    }
    return pieces
  }
}

extension ArraySlice<FormattedBody.Block> {
  /// The rows of the table that begins here; empty when there is none.
  fileprivate var table: ArraySlice<FormattedBody.Block> {
    guard let first, case .tableRow = first.kind else { return prefix(0) }
    let rest = dropFirst().prefix { $0.kind == .tableRow(isFirst: false) }
    return self[startIndex..<rest.endIndex]
  }
}

extension [FormattedBody.Run] {
  fileprivate var cells: [ArraySlice<FormattedBody.Run>] {
    let starts = indices.filter { $0 == startIndex || self[$0].traits.contains(.cellStart) }
    return zip(starts, starts.dropFirst() + [endIndex]).map { self[$0..<$1] }
  }
}

extension String {
  /// The text with each character hidden; words keep their lengths.
  fileprivate var covered: String { String(map { $0.isWhitespace ? $0 : "▒" }) }
}
