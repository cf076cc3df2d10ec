import Terminal

/// A text whose parts have different roles, broken into lines.
struct StyledText {
  /// A part of a line.
  struct Piece: Equatable {
    let text: SafeText
    let role: Role
    var link: LinkAddress?
  }

  /// A part of the text.
  struct Part {
    var text: String
    var role: Role
    var link: LinkAddress?
  }

  private var text = SafeText.empty
  private var ends: [(offset: Int, role: Role, link: LinkAddress?)] = []

  /// Sanitises the parts one by one, so that a role covers exactly its own part.
  init(_ parts: [Part]) {
    for part in parts {
      text += SafeText(part.text, policy: .multiLine)
      ends.append((text.string.utf8.count, part.role, part.link))
    }
  }

  /// The width of the text on one line.
  var width: Int { text.width }

  /// Wraps the text at a width; at least one line.
  func lines(columns: Int) -> [[Piece]] {
    TextLayout.ranges(of: text, columns: columns).map { pieces(of: $0) }
  }

  private func pieces(of row: Range<String.Index>) -> [Piece] {
    let string = text.string
    var place = string.utf8.distance(from: string.startIndex, to: row.lowerBound)
    let end = string.utf8.distance(from: string.startIndex, to: row.upperBound)
    var pieces: [Piece] = []
    for part in ends[firstPart(after: place)...] where place < end {
      let next = min(part.offset, end)
      guard next > place else { continue }
      let from = string.utf8.index(string.startIndex, offsetBy: place)
      let to = string.utf8.index(string.startIndex, offsetBy: next)
      pieces.append(
        Piece(text: SafeText(String(string[from..<to])), role: part.role, link: part.link))
      place = next
    }
    return pieces
  }

  /// The first part that ends behind a place, by halving: a text may have thousands of parts.
  private func firstPart(after place: Int) -> Int {
    var range = ends.startIndex..<ends.endIndex
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      if ends[middle].offset > place {
        range = range.lowerBound..<middle
      } else {
        range = middle + 1..<range.upperBound
      }
    }
    return range.lowerBound
  }
}
