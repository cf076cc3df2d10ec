import Terminal

/// Where a horizontal rule meets a vertical divider.
struct DividerJoin: Equatable {
  /// The sides of the divider that have a rule.
  enum Kind {
    case left, right, both
  }

  let kind: Kind
  /// The row, counted from the top of the divider.
  let row: Int

  var glyph: SafeText {
    switch kind {
    case .left: "┤"
    case .right: "├"
    case .both: "┼"
    }
  }
}
