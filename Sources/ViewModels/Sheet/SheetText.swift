/// A text with formats that is read in the place of entries.
public nonisolated struct SheetText: Equatable, Sendable {
  /// The words.
  public let body: FormattedBody
  /// Whether what is hidden in them is shown.
  public let isUncovered: Bool
}
