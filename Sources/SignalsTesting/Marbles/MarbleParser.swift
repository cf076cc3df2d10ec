/// Parses a line of marbles up to its end or the first mistake.
struct MarbleParser {
  private let line: String
  private(set) var marks: [Marbles.Mark] = []
  /// What is wrong with the line, for the programmer who wrote it.
  private(set) var mistake: String?
  private var frame = 0
  /// The column of the open parenthesis.
  private var groupStart: Int?
  private var groupCount = 0
  private var hasEnded = false

  init(_ line: String) {
    self.line = line
  }

  mutating func parse() {
    for (offset, character) in line.enumerated() {
      guard character != " " else { continue }
      if let problem = read(character, column: offset + 1) {
        return fail(problem, column: offset + 1)
      }
    }
    if let groupStart { fail("the group is not closed", column: groupStart) }
  }

  /// Returns what is wrong with the character, if anything.
  private mutating func read(_ character: Character, column: Int) -> String? {
    switch character {
    case "-":
      guard groupStart == nil else { return "time does not pass inside a group" }
      frame += 1
      return nil
    case "(":
      guard groupStart == nil else { return "a group is inside another" }
      groupStart = column
      groupCount = 0
      return nil
    case ")":
      guard groupStart != nil else { return "no group is open" }
      guard groupCount > 0 else { return "the group is empty" }
      groupStart = nil
      frame += 1
      return nil
    default:
      return add(kind(of: character))
    }
  }

  private mutating func add(_ kind: Marbles.Kind) -> String? {
    switch kind {
    case .value, .completed, .failed:
      guard !hasEnded else { return "nothing follows the end of a signal" }
      hasEnded = kind.isTerminal
    case .subscribed:
      guard !marks.contains(where: { $0.kind == .subscribed }) else {
        return "the line has two subscriptions"
      }
    case .disposed:
      guard !marks.contains(where: { $0.kind == .disposed }) else {
        return "the line has two disposals"
      }
    }
    marks.append(Marbles.Mark(frame: frame, kind: kind))
    if groupStart == nil { frame += 1 } else { groupCount += 1 }
    return nil
  }

  private func kind(of character: Character) -> Marbles.Kind {
    switch character {
    case "|": .completed
    case "#": .failed
    case "^": .subscribed
    case "!": .disposed
    default: .value(character)
    }
  }

  private mutating func fail(_ problem: String, column: Int) {
    let pointer = String(repeating: " ", count: column - 1) + "^"
    mistake = "marbles \"\(line)\", column \(column): \(problem)\n  \(line)\n  \(pointer)"
  }
}
