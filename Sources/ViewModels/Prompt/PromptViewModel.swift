package import Controllers
public import Signals

/// A question in place of the composer: one line of text, or yes and no.
public final class PromptViewModel {
  /// The question.
  public let titleText: String
  /// The most rows that the question may take; the rest is cut off.
  public let titleRows: Int
  /// The field's placeholder; for a confirmation, the effect of each answer.
  public let placeholderText: String
  /// Whether the question expects yes or no instead of text.
  public let isConfirmation: Bool
  /// What the answer applies to besides, and the key that changes it; empty when there is no choice.
  public let optionText: Property<String>
  /// The answer as typed.
  public let text: Property<String>
  /// Why the answer was rejected, and what to do next.
  public let errorText: Property<String>
  /// Completions of the typed text, best first.
  public let suggestions: Property<[PromptSuggestion]>
  /// The index of the suggestion that Enter takes instead of the text.
  public let chosenSuggestion: Property<Int?>
  /// Whether the user has answered yes, and the prompt waits for a pause in typing.
  public let isConfirming: Property<Bool>
  /// Accepts the answer; a valid answer closes the question.
  public let submit: Command<Void, Void, Never>

  /// Sends when an answer was valid and its work is done.
  package let answered: Signal<Void, Never>

  /// The kinds of answers.
  package enum Kind {
    case yesOrNo
    /// Text, with a function that completes it.
    case text((String) -> Signal<[PromptSuggestion], Never>)
    /// Text that may be empty, perhaps with a choice.
    case optionalText(PromptOption?)
  }

  /// When a `y` starts a word, the next key follows within this time.
  private static let confirmationPause = Duration.milliseconds(300)

  private let answer: MutableProperty<String>
  private let error = MutableProperty("")
  private let found = MutableProperty<[PromptSuggestion]>([])
  private let chosen = MutableProperty<Int?>(nil)
  private let confirming = MutableProperty(false)
  private let option: PromptOption?
  private let pause = SerialDisposable()
  private let lifetime = Lifetime()
  private let scheduler: any Scheduler

  /// Creates a question; `work` runs with the answer.
  package init(
    title: String, placeholder: String, kind: Kind, answer first: String = "", titleRows: Int = 2,
    scheduler: any Scheduler,
    work: @escaping (String) -> Signal<Void, RequestError>
  ) {
    titleText = title
    answer = MutableProperty(first)
    self.titleRows = titleRows
    placeholderText = placeholder
    if case .yesOrNo = kind { isConfirmation = true } else { isConfirmation = false }
    self.scheduler = scheduler
    if case .optionalText(let given) = kind { option = given } else { option = nil }
    optionText = option?.text ?? Property("")
    let (answer, error, found, chosen) = (answer, error, found, chosen)
    text = answer
    errorText = error
    suggestions = found
    chosenSuggestion = chosen
    isConfirming = confirming
    let answered = Subject<Void, Never>()
    self.answered = answered.signal
    let needsText = if case .text = kind { true } else { false }
    let isFilled = needsText ? answer.map { !$0.isBlank } : Property(true)
    submit = Command(isEnabled: isFilled) { _ in
      error.value = ""
      let suggestion = chosen.value.flatMap { index in
        found.value.indices.contains(index) ? found.value[index].answerText : nil
      }
      let given = suggestion ?? answer.value.trimmed
      return work(given).handled(completed: { answered.send() }) {
        error.value = ErrorSentences.text($0)
      }
    }
    lifetime.add(pause)
    if case .text(let complete) = kind { suggest(complete) }
  }

  /// Sets the text of the field.
  public func textChanged(_ text: String) {
    batch {
      answer.value = text
      error.value = ""
      chosen.value = nil
    }
  }

  /// Changes what the answer applies to.
  public func toggleOption() { option?.toggle() }

  /// Answers yes, which counts unless another key follows at once.
  public func confirm() {
    guard isConfirmation, !confirming.value else { return }
    confirming.value = true
    let (confirming, submit) = (confirming, submit)
    pause.inner = Signal<Void, Never>.timer(after: Self.confirmationPause, on: scheduler)
      .observe(on: .main).subscribe { _ in
        confirming.value = false
        submit.execute()
      }
  }

  /// The question was closed: a pending yes no longer counts.
  package func withdraw() {
    pause.inner = nil
    confirming.value = false
  }
}

extension PromptViewModel {
  /// Selects another suggestion; above the first one, the typed text itself.
  public func moveSuggestion(by count: Int) {
    guard !found.value.isEmpty else { return }
    let next = (chosen.value ?? -1) + count
    chosen.value = next < 0 ? nil : min(next, found.value.count - 1)
  }

  /// Puts the chosen suggestion, or the best one, into the field.
  public func complete() {
    let index = chosen.value ?? 0
    guard found.value.indices.contains(index) else { return }
    let text = found.value[index].answerText
    batch {
      answer.value = text
      found.value = []
      chosen.value = nil
      error.value = ""
    }
  }

  /// Requests suggestions once typing pauses.
  private func suggest(_ complete: @escaping (String) -> Signal<[PromptSuggestion], Never>) {
    let (found, chosen, answer) = (found, chosen, answer)
    let request = SerialDisposable()
    lifetime.add(request)
    let typed = answer.signal.skip(first: 1).debounce(.milliseconds(150), on: scheduler)
    lifetime.add(
      typed.observe(on: .main).subscribe { text in
        let text = text.trimmed
        request.inner = complete(text).observe(on: .main).subscribe { suggestions in
          guard answer.value.trimmed == text else { return }
          batch {
            chosen.value = nil
            // A complete text needs no suggestion.
            found.value = suggestions.filter { $0.answerText != text }
          }
        }
      })
  }
}

/// A choice between two that stands beside a question.
package final class PromptOption {
  /// What is chosen, and the key that changes it.
  let text: Property<String>
  /// Whether the second one is chosen.
  let isOn = MutableProperty(false)

  /// Takes what the question shows for each.
  init(off: String, on: String) {
    text = isOn.map { $0 ? on : off }
  }

  func toggle() { isOn.value.toggle() }
}

/// A completion of a question's text.
public nonisolated struct PromptSuggestion: Hashable, Sendable {
  /// The name of the person or the room.
  public let nameText: String
  /// The text that becomes the answer: a user ID or a room ID.
  public let answerText: String

  package init(nameText: String, answerText: String) {
    self.nameText = nameText
    self.answerText = answerText
  }
}
