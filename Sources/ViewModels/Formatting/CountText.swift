/// Numbers of unread messages as text.
nonisolated enum CountText {
  /// "3", and "999+" for more than fits a narrow column.
  static func text(_ number: Int) -> String {
    number > 999 ? "999+" : "\(number)"
  }
}
