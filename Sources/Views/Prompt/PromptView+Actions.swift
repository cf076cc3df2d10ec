import ViewModels

extension PromptView {
  /// The keys of a prompt that replaces the composer; only `y` confirms.
  static let actions: [BoundAction<PromptView>] = [
    BoundAction(
      "submit", "answer, or open the room found", hint: "go on", .init("Enter", in: [.prompt]),
      when: { $0.submitAvailability }
    ) { $0.submit() }
    .hinting { $0.model.hasList ? "open" : nil },
    BoundAction(
      "complete", "take suggestion, or keep rooms", hint: "complete", .init("Tab", in: [.prompt]),
      when: { $0.completionAvailability }
    ) { $0.complete() }
    .hinting { $0.model.hasList ? "keep list" : nil },
    BoundAction(
      "toggle-option", "change what is offered", hint: "change", .init("C-t", in: [.prompt]),
      when: { $0.optionAvailability }
    ) { $0.model.toggleOption() },
    BoundAction("suggestion-down", "next suggestion", .init("Down", "C-n", in: [.prompt])) {
      $0.moveSuggestion(by: 1)
    }
    .hinting { $0.model.hasList ? "choose" : nil },
    BoundAction("suggestion-up", "previous suggestion", .init("Up", "C-p", in: [.prompt])) {
      $0.moveSuggestion(by: -1)
    },
    BoundAction(
      "confirm", "yes", hint: "yes", .init("y", in: [.confirmation]),
      when: { $0.submitAvailability }
    ) { $0.confirm() },
  ]
}
