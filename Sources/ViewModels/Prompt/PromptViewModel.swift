package import Controllers
public import Signals

/// A question in the composer's place: one line of text, or yes and no.
public final class PromptViewModel {
  /// What is asked for.
  public let titleText: String
  /// What the field shows while it is empty; for yes and no, what each answer leads to.
  public let placeholderText: String
  /// Whether the question takes yes or no instead of text.
  public let isConfirmation: Bool
  /// The answer as typed.
  public let text: Property<String>
  /// What was wrong with the answer and what to do next.
  public let errorText: Property<String>
  /// What the typed text may be meant to become, the best first.
  public let suggestions: Property<[PromptSuggestion]>
  /// The index of the suggestion that Enter takes instead of the text.
  public let chosenSuggestion: Property<Int?>
  /// Whether yes was said and waits for a moment in which no other key comes.
  public let isConfirming: Property<Bool>
  /// Takes the answer; the question is put away when it was good.
  public let submit: Command<Void, Void, Never>

  /// Sends when an answer was good and its work is done.
  package let answered: Signal<Void, Never>

  /// What a question takes for an answer.
  package enum Kind {
    case yesOrNo
    /// Text, with what could complete it.
    case text((String) -> Signal<[PromptSuggestion], Never>)
  }

  /// A `y` with which somebody begins to write is followed by more within this time.
  private static let confirmationPause = Duration.milliseconds(300)

  private let answer = MutableProperty("")
  private let error = MutableProperty("")
  private let found = MutableProperty<[PromptSuggestion]>([])
  private let chosen = MutableProperty<Int?>(nil)
  private let confirming = MutableProperty(false)
  private let pause = SerialDisposable()
  private let lifetime = Lifetime()
  private let scheduler: any Scheduler

  /// Asks; `work` is done with the answer.
  package init(
    title: String, placeholder: String, kind: Kind, scheduler: any Scheduler,
    work: @escaping (String) -> Signal<Void, RequestError>
  ) {
    titleText = title
    placeholderText = placeholder
    if case .yesOrNo = kind { isConfirmation = true } else { isConfirmation = false }
    self.scheduler = scheduler
    let (answer, error, found, chosen) = (answer, error, found, chosen)
    text = answer
    errorText = error
    suggestions = found
    chosenSuggestion = chosen
    isConfirming = confirming
    let answered = Subject<Void, Never>()
    self.answered = answered.signal
    let isFilled = isConfirmation ? Property(true) : answer.map { !$0.isBlank }
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

  /// The field has this text now.
  public func textChanged(_ text: String) {
    batch {
      answer.value = text
      error.value = ""
      chosen.value = nil
    }
  }

  /// Says yes, which counts when no other key follows at once.
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

  /// The question is put away: a yes that waits no longer counts.
  package func withdraw() {
    pause.inner = nil
    confirming.value = false
  }
}

extension PromptViewModel {
  /// Chooses another suggestion; above the first one it is the typed text again.
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

  /// Looks for suggestions once typing pauses.
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
            // A text that is whole needs no completion.
            found.value = suggestions.filter { $0.answerText != text }
          }
        }
      })
  }
}

/// Something that the text of a question may be meant to become.
public nonisolated struct PromptSuggestion: Hashable, Sendable {
  /// The name of the person or the room.
  public let nameText: String
  /// What becomes the answer: a user ID, a room's ID.
  public let answerText: String

  package init(nameText: String, answerText: String) {
    self.nameText = nameText
    self.answerText = answerText
  }
}
