/// Numbers as text.
nonisolated enum CountText {
  /// The number of unread messages: "3", and "999+" for more than fits a narrow column.
  ///
  /// "3+" where there may be more.
  static func text(_ number: Int, isLeast: Bool = false) -> String {
    number > 999 ? "999+" : isLeast ? "\(number)+" : "\(number)"
  }

  /// All digits of a number, in groups: "2,000".
  static func grouped(_ number: Int) -> String {
    guard number > 999 else { return "\(number)" }
    let tail = String(number % 1000 + 1000).dropFirst()
    return "\(grouped(number / 1000)),\(tail)"
  }
}
