/// Generates a selection among strings: by length first, then by content, without allocation.
struct TagSwitch {
  /// One string and its statements; the last statement leaves the function.
  struct Arm {
    var tag: String
    /// An additional condition.
    var condition: String?
    var statements: [String]
  }

  /// The name of the `JSONKey` to compare.
  var key: String
  var arms: [Arm]

  /// Writes the `switch`; control continues after it if nothing matched.
  func write(into builder: inout SourceBuilder) {
    guard !arms.isEmpty else { return }
    let byLength = Dictionary(grouping: arms) { $0.tag.utf8.count }
    builder.line("switch \(key).count {")
    for (length, arms) in byLength.sorted(by: { $0.key < $1.key }) {
      builder.line("case \(length):")
      builder.indented { builder in
        for arm in arms { write(arm, into: &builder) }
      }
    }
    builder.line("default: break")
    builder.line("}")
  }

  private func write(_ arm: Arm, into builder: inout SourceBuilder) {
    let more = arm.condition.map { ", \($0)" } ?? ""
    let condition = "if \(key) == \(SwiftText.literal(arm.tag))\(more)"
    let flat = "\(condition) { \(arm.statements.joined(separator: "; ")) }"
    if arm.statements.count == 1, builder.fits(flat) { return builder.line(flat) }
    builder.block(condition) { builder in
      for statement in arm.statements { builder.statement(statement) }
    }
  }
}
