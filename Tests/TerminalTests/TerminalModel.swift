import CNcurses

/// The screen of a terminal that understands what ncurses writes for an xterm, and links.
struct TerminalModel {
  struct Square: Equatable {
    var character: Character = " "
    var link = ""
  }

  private(set) var rows: [[Square]]
  private(set) var unknown: [String] = []
  private let size: (columns: Int, rows: Int)
  private var column = 0
  private var row = 0
  private var link = ""
  private var saved = (column: 0, row: 0)
  /// The rows that scroll.
  private var margins: ClosedRange<Int>

  init(columns: Int, rows: Int) {
    size = (columns, rows)
    margins = 0...rows - 1
    self.rows = Array(repeating: Array(repeating: Square(), count: columns), count: rows)
  }

  mutating func take(_ text: String) {
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\u{1B}": takeEscape(&rest)
      case "\r": column = 0
      case "\n": feed()
      case "\u{8}": column = max(0, min(column, size.columns - 1) - 1)
      default: print(Character(scalar))
      }
    }
  }

  private mutating func print(_ character: Character) {
    let width = character.unicodeScalars.first.map { Int(wcwidth(wchar_t($0.value))) } ?? 1
    if column + width > size.columns {
      column = 0
      feed()
    }
    rows[row][column] = Square(character: character, link: link)
    if width == 2 { rows[row][column + 1] = Square(character: "\0", link: link) }
    column += width
  }

  private mutating func feed() {
    if row == margins.upperBound {
      move(from: margins.lowerBound, removing: 1)
    } else {
      row = min(row + 1, size.rows - 1)
    }
  }

  /// Removes rows, or inserts some, and moves those below as far as the lower margin.
  private mutating func move(from first: Int, removing removed: Int = 0, inserting: Int = 0) {
    let blank = Array(repeating: Square(), count: size.columns)
    var part = Array(rows[first...margins.upperBound])
    let count = part.count
    part.removeFirst(min(removed, count))
    part.insert(contentsOf: Array(repeating: blank, count: inserting), at: 0)
    part = Array(part.prefix(count))
    part += Array(repeating: blank, count: count - part.count)
    rows.replaceSubrange(first...margins.upperBound, with: part)
  }

  private mutating func takeEscape(_ rest: inout ArraySlice<Unicode.Scalar>) {
    switch rest.popFirst() {
    case "[": takeControl(&rest)
    case "]": takeCommand(&rest)
    case "(": rest = rest.dropFirst()
    case "7": saved = (column, row)
    case "8": (column, row) = saved
    case "M" where row == margins.lowerBound: move(from: row, inserting: 1)
    case "M": row -= 1
    case "=", ">": break
    case let other: unknown.append("ESC \(other.map(String.init) ?? "")")
    }
  }

  private mutating func takeCommand(_ rest: inout ArraySlice<Unicode.Scalar>) {
    var text = ""
    while let scalar = rest.popFirst(), scalar != "\u{1B}" { text.unicodeScalars.append(scalar) }
    rest = rest.dropFirst()
    let parts = text.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
    if parts.first == "8", parts.count == 3 { link = String(parts[2]) }
  }

  private mutating func takeControl(_ rest: inout ArraySlice<Unicode.Scalar>) {
    var text = ""
    while let scalar = rest.popFirst() {
      guard scalar.value < 0x40 else { return apply(text, Character(scalar)) }
      text.unicodeScalars.append(scalar)
    }
  }

  private mutating func apply(_ text: String, _ final: Character) {
    let numbers = text.split(separator: ";").map { Int($0) ?? 0 }
    let count = max(numbers.first ?? 1, 1)
    switch final {
    case "H", "f":
      (row, column) = (count - 1, (numbers.count > 1 ? numbers[1] : 1) - 1)
    case "A": row -= count
    case "B": row += count
    case "C": column += count
    case "D": column = min(column, size.columns - 1) - count
    case "G": column = count - 1
    case "d": row = count - 1
    case "J": clear(downFrom: text == "2" ? 0 : row * size.columns + column)
    case "K" where text == "1": fill(0...column)
    case "K": fill(column...size.columns - 1)
    case "X": fill(column...min(column + count, size.columns) - 1)
    case "P": shift(remove: count)
    case "@": shift(insert: count)
    case "b": repeatLast(count)
    case "M": move(from: row, removing: count)
    case "L": move(from: row, inserting: count)
    case "S": move(from: margins.lowerBound, removing: count)
    case "T": move(from: margins.lowerBound, inserting: count)
    case "r":
      margins = count - 1...min((numbers.count > 1 ? numbers[1] : size.rows), size.rows) - 1
      (row, column) = (0, 0)
    case "m", "h", "l", "t": break
    default: unknown.append("CSI \(text)\(final)")
    }
  }

  private mutating func fill(_ columns: ClosedRange<Int>) {
    for column in columns where column < size.columns { rows[row][column] = Square() }
  }

  private mutating func clear(downFrom start: Int) {
    for place in start..<size.columns * size.rows {
      rows[place / size.columns][place % size.columns] = Square()
    }
  }

  private mutating func shift(remove count: Int) {
    rows[row].removeSubrange(column..<min(column + count, size.columns))
    rows[row] += Array(repeating: Square(), count: size.columns - rows[row].count)
  }

  private mutating func shift(insert count: Int) {
    rows[row].insert(contentsOf: Array(repeating: Square(), count: count), at: column)
    rows[row].removeLast(rows[row].count - size.columns)
  }

  private mutating func repeatLast(_ count: Int) {
    let last = rows[row][column - 1].character
    for _ in 0..<count { print(last) }
  }
}
