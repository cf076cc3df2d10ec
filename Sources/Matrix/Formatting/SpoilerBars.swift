/// The pairs of bars that hide the text between them: `||text||`.
///
/// md4c does not know them. Both belong to the same element, so that what is hidden has whole elements in it.
struct SpoilerBars {
  /// The start and the end of a hidden text.
  ///
  /// Source: Matrix client-server API, "Spoiler messages".
  static let cover = (start: "<span data-mx-spoiler>", end: "</span>")
  static let bars = "||"

  /// Where the bars of each open element stand in the output, by UTF-8 offset.
  private var elements: [[Int]] = [[]]

  mutating func enter() { elements.append([]) }

  mutating func leave() { if elements.count > 1 { elements.removeLast() } }

  /// Finds the bars of a text that is about to be added to the output.
  mutating func note(_ text: String, after output: String) {
    guard text.utf8.contains(UInt8(ascii: "|")) else { return }
    for range in text.ranges(of: Self.bars) {
      let offset = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      elements[elements.count - 1].append(output.utf8.count + offset)
    }
  }

  /// Hides what stands between the bars of the innermost element so far; returns whether there was anything.
  mutating func cover(_ output: inout String) -> Bool {
    let places = elements[elements.count - 1]
    elements[elements.count - 1] = []
    guard places.count > 1 else { return false }
    let pairs = Self.pairs(of: places, in: output)
    guard let first = pairs.first else { return false }
    let start = output.utf8.index(output.startIndex, offsetBy: first.start)
    let tail = String(output[start...])
    output.removeSubrange(start...)
    var end = tail.startIndex
    for pair in pairs {
      let opening = tail.utf8.index(tail.startIndex, offsetBy: pair.start - first.start)
      let closing = tail.utf8.index(tail.startIndex, offsetBy: pair.end - first.start)
      let words = tail[tail.utf8.index(opening, offsetBy: Self.bars.utf8.count)..<closing]
      output += tail[end..<opening] + Self.cover.start + words + Self.cover.end
      end = tail.utf8.index(closing, offsetBy: Self.bars.utf8.count)
    }
    output += tail[end...]
    return true
  }

  /// Which bars belong together.
  private static func pairs(of places: [Int], in output: String) -> [(start: Int, end: Int)] {
    var pairs: [(start: Int, end: Int)] = []
    var open: Int?
    for place in places {
      let (opens, closes) = role(of: place, in: output)
      if closes, let start = open {
        pairs.append((start, place))
        open = nil
      } else if opens {
        open = open ?? place
      }
    }
    return pairs
  }

  /// What bars can be: `a || b` and `a||b` stay, as programs have them, and so do more than two bars in a row.
  private static func role(of place: Int, in output: String) -> (opens: Bool, closes: Bool) {
    let start = output.utf8.index(output.startIndex, offsetBy: place)
    let end = output.utf8.index(start, offsetBy: bars.utf8.count)
    let before = output.unicodeScalars[..<start].last
    let after = output.unicodeScalars[end...].first
    guard before != "|", after != "|" else { return (false, false) }
    return (
      opens: after.map { !$0.properties.isWhitespace } ?? false && !isWord(before),
      closes: before.map { !$0.properties.isWhitespace } ?? false && !isWord(after)
    )
  }

  private static func isWord(_ scalar: Unicode.Scalar?) -> Bool {
    scalar.map { $0.properties.isAlphabetic || $0.properties.numericType != nil } ?? false
  }
}
