/// What became of a text in another program.
public enum EditedText: Equatable, Sendable {
  /// The text as it is now.
  case text(String)
  /// Why it is as it was, in words.
  case failed(String)
}
