/// Words about a power that the user types.
nonisolated enum PowerText {
  /// The numbers that events can have.
  ///
  /// Source: Matrix specification, "Canonical JSON".
  private static let levels = -9_007_199_254_740_991...9_007_199_254_740_991

  static let range =
    "A power is a whole number from \(levels.lowerBound) to \(levels.upperBound), such as 50."

  /// The power that a text stands for; nil for one that no event can have.
  static func level(_ text: String) -> Int? {
    Int(text.trimmed).flatMap { levels.contains($0) ? $0 : nil }
  }
}
