package import Controllers
public import Signals

/// A question in place of the composer: one line of text, or yes and no.
public final class PromptViewModel {
  /// The question.
  public let titleText: String
  /// The message that the question is about; nil for other questions.
  public let subject: QuoteText?
  /// The most rows that the question may take; the rest is cut off.
  public let titleRows: Int
  /// The field's placeholder; for a confirmation, the effect of each answer.
  public let placeholderText: String
  /// Whether the question expects yes or no instead of text.
  public let isConfirmation: Bool
  /// What the answer applies to besides, and the key that changes it; empty when there is no choice.
  public let optionText: Property<String>
  /// The answer as typed; empty for a secret, which its field alone has.
  public let text: Property<String>
  /// Why the answer was rejected, and what to do next.
  public let errorText: Property<String>
  /// Completions of the typed text, best first.
  public let suggestions: Property<[PromptSuggestion]>
  /// Whether the completions of the typed text are still to come.
  public let isFinding: Property<Bool>
  /// The index of the suggestion that Enter takes instead of the text.
  public let chosenSuggestion: Property<Int?>
  /// Whether the user has answered yes, and the prompt waits for a pause in typing.
  public let isConfirming: Property<Bool>
  /// How often a secret was refused and is to be typed anew: its dots tell nobody where it is wrong.
  public let refusals: Property<Int>
  /// Whether the answer is a secret.
  public let isSecret: Bool
  /// Whether the answer is one of the suggestions, and never the text.
  public let isChoice: Bool
  /// Whether the answer only finds or shows something, and changes nothing.
  public let isSearch: Bool
  /// Whether the work may have its effect although the question is closed during it.
  let isChange: Bool
  /// Whether another part of the screen lists what the text leaves.
  public var hasList: Bool { list != nil }
  /// Whether that list has nothing for the text.
  public let isListEmpty: Property<Bool>
  /// Accepts the answer; a valid answer closes the question.
  public let submit: Command<Void, Void, Never>

  /// Sends when an answer was valid and its work is done.
  package let answered: Signal<Void, Never>

  /// The kinds of answers.
  package enum Kind {
    case yesOrNo
    /// Text, perhaps with a function that completes it.
    case text(((String) -> Signal<[PromptSuggestion], Never>)?)
    /// Text that may be empty, perhaps with a choice.
    case optionalText(PromptOption?)
    /// Text that is drawn as dots, and that nothing outside sees; perhaps none.
    case secret(isOptional: Bool)
    /// One of the choices that a text leaves: they follow each letter, and the first one is chosen.
    case choice(Property<(String) -> [PromptSuggestion]>)
  }

  private enum Awaited {
    case nothing, completion, answer
  }

  /// When a `y` starts a word, the next key follows within this time.
  private static let confirmationPause = Duration.milliseconds(300)

  private let answer: MutableProperty<String>
  private let error = MutableProperty("")
  private let found = MutableProperty<[PromptSuggestion]>([])
  private let chosen = MutableProperty<Int?>(nil)
  private let finding = MutableProperty(false)
  /// What waits for the completions: one of them to be taken, and perhaps the answer with it.
  private var awaited = Awaited.nothing
  private var findNow: () -> Void = {}
  private let confirming = MutableProperty(false)
  private let refused = MutableProperty(0)
  private let option: PromptOption?
  private let list: PromptList?
  private let pause = SerialDisposable()
  private let lifetime = Lifetime()
  private let scheduler: any Scheduler

  /// Creates a question; `work` runs with the answer.
  package init(
    title: String, placeholder: String, kind: Kind, answer first: String = "",
    about subject: QuoteText? = nil, titleRows: Int = 2,
    isSearch: Bool = false, isChange: Bool = false, list: PromptList? = nil,
    scheduler: any Scheduler,
    work: @escaping (String) -> Signal<Void, RequestError>
  ) {
    titleText = title
    self.subject = subject
    answer = MutableProperty(first)
    self.titleRows = titleRows
    placeholderText = placeholder
    if case .yesOrNo = kind { isConfirmation = true } else { isConfirmation = false }
    if case .secret = kind { isSecret = true } else { isSecret = false }
    if case .choice = kind { isChoice = true } else { isChoice = false }
    self.isSearch = isSearch
    self.isChange = isChange
    self.list = list
    self.scheduler = scheduler
    if case .optionalText(let given) = kind { option = given } else { option = nil }
    optionText = option?.text ?? Property("")
    let (answer, error, found, chosen) = (answer, error, found, chosen)
    text = isSecret ? Property("") : answer
    let isSecret = isSecret
    errorText = error
    suggestions = found
    isFinding = finding
    chosenSuggestion = chosen
    isConfirming = confirming
    refusals = refused
    let refused = refused
    let answered = Subject<Void, Never>()
    self.answered = answered.signal
    isListEmpty = list.map { $0.isEmpty.and(answer.map { !$0.isBlank }) } ?? Property(false)
    let canSubmit: Property<Bool> =
      switch kind {
      case .text: answer.map { !$0.isBlank }.and(isListEmpty.map { !$0 })
      case .secret(let isOptional): isOptional ? Property(true) : answer.map { !$0.isEmpty }
      case .choice: chosen.map { $0 != nil }
      case .yesOrNo, .optionalText: Property(true)
      }
    submit = Command(isEnabled: canSubmit) { _ in
      error.value = ""
      let suggestion = chosen.value.flatMap { index in
        found.value.indices.contains(index) ? found.value[index].answerText : nil
      }
      let given = suggestion ?? (isSecret ? answer.value : answer.value.trimmed)
      return work(given).handled(completed: { answered.send() }) {
        error.value = ErrorSentences.text($0)
        // What failed for another reason may be sent again as it is.
        guard isSecret, $0.code == "M_FORBIDDEN" else { return }
        answer.value = ""
        refused.value += 1
      }
    }
    lifetime.add(pause)
    switch kind {
    case .text(let complete?): suggest(complete)
    case .choice(let choices): offer(choices)
    case .text(nil), .yesOrNo, .optionalText, .secret: break
    }
  }

  /// Sets the text of the field.
  public func textChanged(_ text: String) {
    awaited = .nothing
    batch {
      answer.value = text
      error.value = ""
      chosen.value = isChoice && !found.value.isEmpty ? 0 : nil
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
  /// Selects another suggestion; above the first one, the typed text itself if it can be the answer.
  public func moveSuggestion(by count: Int) {
    if let list { return list.move(count) }
    guard !found.value.isEmpty else { return }
    let next = (chosen.value ?? -1) + count
    let first = isChoice ? 0 : nil
    chosen.value = next < 0 ? first : min(next, found.value.count - 1)
  }

  /// Puts the chosen suggestion, or the best one, into the field.
  ///
  /// A list is left as it is. Completions that are still to come are waited for.
  public func complete() {
    if let list { return list.keep() }
    if finding.value, chosen.value == nil {
      awaited = .completion
      return findNow()
    }
    takeSuggestion()
  }

  /// Answers with what is typed, once it is completed.
  public func give() {
    guard awaited == .nothing else { return awaited = .answer }
    submit.execute()
  }

  private func takeSuggestion() {
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

  /// Shows what a text leaves of the choices; new ones change nothing of what is chosen.
  private func offer(_ choices: Property<(String) -> [PromptSuggestion]>) {
    let (found, chosen) = (found, chosen)
    lifetime.add(
      answer.combineLatest(with: choices).observe { text, choices in
        batch {
          found.value = choices(text)
          chosen.value = found.value.isEmpty ? nil : min(chosen.value ?? 0, found.value.count - 1)
        }
      })
  }

  /// Requests suggestions once typing pauses.
  private func suggest(_ complete: @escaping (String) -> Signal<[PromptSuggestion], Never>) {
    let (finding, answer) = (finding, answer)
    let request = SerialDisposable()
    lifetime.add(request)
    findNow = { [weak self] in
      let text = answer.value.trimmed
      request.inner = complete(text).observe(on: .main).subscribe(
        value: { self?.take($0, for: text) },
        completed: { self?.endFinding(of: text) })
    }
    let changes = answer.signal.skip(first: 1)
    lifetime.add(changes.observe(on: .main).subscribe { _ in finding.value = true })
    let typed = changes.debounce(.milliseconds(150), on: scheduler)
    lifetime.add(
      typed.observe(on: .main).subscribe { [weak self] _ in
        if finding.value { self?.findNow() }
      })
  }

  private func take(_ suggestions: [PromptSuggestion], for text: String) {
    guard answer.value.trimmed == text else { return }
    batch {
      chosen.value = nil
      // A complete text needs no suggestion.
      found.value = suggestions.filter { $0.answerText != text }
    }
    if !found.value.isEmpty { endFinding(of: text) }
  }

  /// The completions of a text are there, or there are none; does what waits for them.
  private func endFinding(of text: String) {
    guard answer.value.trimmed == text, finding.value else { return }
    let last = awaited
    finding.value = false
    awaited = .nothing
    guard last != .nothing else { return }
    if last == .completion, found.value.isEmpty { error.value = "Nothing to complete" }
    takeSuggestion()
    if last == .answer { submit.execute() }
  }
}

/// What keys do in a list outside of a question that follows its text.
package struct PromptList {
  /// Whether nothing is left of it.
  let isEmpty: Property<Bool>
  /// Chooses another entry, below when positive.
  let move: (Int) -> Void
  /// Closes the question and leaves the list as it is.
  let keep: () -> Void
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
  /// What tells the suggestion from others; a row shows it first.
  public let titleText: String
  /// What is said of it besides.
  public let noteText: String
  /// What becomes the answer.
  package let answerText: String

  /// A suggestion that shows the answer itself, such as a user id, before a name, which can be long.
  package init(nameText: String, answerText: String) {
    self.init(titleText: answerText, noteText: nameText, answerText: answerText)
  }

  package init(titleText: String, noteText: String, answerText: String) {
    self.titleText = titleText
    self.noteText = noteText
    self.answerText = answerText
  }
}
