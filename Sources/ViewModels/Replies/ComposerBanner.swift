/// What the composer's text is for, beside a plain message.
public nonisolated struct ComposerBanner: Equatable, Sendable {
  /// "replying to", and how that is ended.
  public let titleText: String
  /// The message that the text is about.
  public let quote: QuoteText

  package init(titleText: String, quote: QuoteText) {
    self.titleText = titleText
    self.quote = quote
  }
}
