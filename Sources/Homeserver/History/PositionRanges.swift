/// Disjoint ranges of positions in ascending order.
struct PositionRanges: Sendable, Hashable {
  /// The positions after `after`, up to and including `through`.
  struct Part: Sendable, Hashable {
    var after: Int64
    var through: Int64

    var isEmpty: Bool { after >= through }
  }

  private(set) var parts: [Part]

  static let all = PositionRanges(parts: [Part(after: .min, through: .max)])
  static let none = PositionRanges(parts: [])

  private init(parts: [Part]) {
    self.parts = parts
  }

  /// The last position; nil without ranges.
  var last: Int64? { parts.last?.through }

  /// Appends a part, which must not begin before the end of the last one by more than an overlap.
  mutating func append(after: Int64, through: Int64) {
    let part = Part(after: after, through: through)
    guard !part.isEmpty else { return }
    if let last = parts.last, last.through >= after {
      parts[parts.count - 1].through = max(last.through, through)
    } else {
      parts.append(part)
    }
  }

  func contains(_ position: Int64) -> Bool {
    parts.contains { $0.after < position && position <= $0.through }
  }

  /// The end of the part that contains a position; the position itself when no part does.
  func end(around position: Int64) -> Int64 {
    parts.first { $0.after < position && position <= $0.through }?.through ?? position
  }

  /// The positions after `after`, up to and including `through`.
  func clipped(after: Int64, through: Int64) -> PositionRanges {
    PositionRanges(
      parts: parts.compactMap {
        let part = Part(after: max($0.after, after), through: min($0.through, through))
        return part.isEmpty ? nil : part
      })
  }
}
