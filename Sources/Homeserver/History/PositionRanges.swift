/// Which places of the order are meant: ranges that are apart, in their order.
struct PositionRanges: Sendable, Hashable {
  /// The positions behind `after` and up to `through`.
  struct Part: Sendable, Hashable {
    var after: Int64
    var through: Int64

    var isEmpty: Bool { after >= through }
  }

  private(set) var parts: [Part]

  /// All positions.
  static let all = PositionRanges(parts: [Part(after: .min, through: .max)])
  static let none = PositionRanges(parts: [])

  private init(parts: [Part]) {
    self.parts = parts
  }

  /// The last position; nil when there is none.
  var last: Int64? { parts.last?.through }

  /// Adds a part that begins where the last one ends, or behind it.
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

  /// The last position that is reached from one without a break; the position itself when it is in
  /// none of the parts.
  func end(around position: Int64) -> Int64 {
    parts.first { $0.after < position && position <= $0.through }?.through ?? position
  }

  /// What of them lies behind `after` and up to `through`.
  func clipped(after: Int64, through: Int64) -> PositionRanges {
    PositionRanges(
      parts: parts.compactMap {
        let part = Part(after: max($0.after, after), through: min($0.through, through))
        return part.isEmpty ? nil : part
      })
  }
}
