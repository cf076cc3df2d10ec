extension CompletionView {
  /// The keys while there are suggestions; Enter sends what is written, as always, unless the user chose
  /// one.
  static let actions: [BoundAction<CompletionView>] = [
    BoundAction(
      "completion-next", "take the next suggestion", hint: "complete",
      .init("Tab", "Down", "C-n", in: [.completion])
    ) { $0.choose(by: 1) },
    BoundAction(
      "completion-previous", "take the one before", .init("Up", "C-p", "S-Tab", in: [.completion])
    ) { $0.choose(by: -1) },
    BoundAction(
      "completion-accept", "keep the suggestion", hint: "keep it",
      .init("Enter", in: [.completion]),
      when: { .shown(when: $0.hasChoice) }
    ) { $0.accept() },
    BoundAction(
      "completion-close", "close the suggestions", hint: "close", .init("Esc", in: [.completion])
    ) { $0.close() },
  ]
}
