extension CompletionView {
  /// The keys while there are suggestions.
  ///
  /// Enter is the composer's, as always: it sends what is written,
  /// with the suggestion if one stands there.
  static let actions: [BoundAction<CompletionView>] = [
    BoundAction(
      "completion-next", "take the next suggestion", hint: "complete",
      .init("Tab", "Down", "C-n", in: [.completion])
    ) { $0.choose(by: 1) },
    BoundAction(
      "completion-previous", "take the one before", .init("Up", "C-p", "S-Tab", in: [.completion])
    ) { $0.choose(by: -1) },
    BoundAction(
      "completion-close", "close the suggestions", hint: "close", .init("Esc", in: [.completion])
    ) { $0.close() },
  ]
}
