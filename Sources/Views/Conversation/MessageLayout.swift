import Terminal

/// A timeline row broken into lines for a given width.
///
/// Layout is the expensive step of drawing, so the result is cached until content or width changes.
struct MessageLayout {
  /// A piece of text on a line.
  struct Span {
    let column: Int
    let text: SafeText
    let role: Role
    var link: LinkAddress?
  }

  /// The position of a picture below the text.
  struct Picture: Equatable {
    let column: Int
    let line: Int
    let width: Int
    let height: Int
  }

  /// The spans of each line.
  var lines: [[Span]] = []
  var picture: Picture?
  /// The columns by which its widest table does not fit.
  var overflow = 0

  /// The number of lines, at least one.
  var height: Int {
    max(lines.count, picture.map { $0.line + $0.height } ?? 0, 1)
  }
}
