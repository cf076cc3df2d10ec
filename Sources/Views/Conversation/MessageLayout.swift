import Terminal

/// A row of the timeline as it falls into lines of a given width.
///
/// Laying out is the costly step of drawing; the result is kept as long as content and width stay.
struct MessageLayout {
  /// A piece of text on a line.
  struct Span {
    let column: Int
    let text: SafeText
    let role: Role
  }

  /// Where a picture stands below the text.
  struct Picture: Equatable {
    let column: Int
    let line: Int
    let width: Int
    let height: Int
  }

  /// The spans of each line.
  var lines: [[Span]] = []
  var picture: Picture?

  /// The number of lines, at least one.
  var height: Int {
    max(lines.count, picture.map { $0.line + $0.height } ?? 0, 1)
  }
}
