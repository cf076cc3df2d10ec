import Controllers
import Signals

/// The single question that may be open, and its closing.
final class Questions {
  /// The question, while one is open.
  let open: Property<PromptViewModel?>

  private let source = MutableProperty<PromptViewModel?>(nil)
  private let answered = SerialDisposable()
  /// The observation of an open question's text, and who hears of its end.
  private let typed = SerialDisposable()
  private var whenClosed: (() -> Void)?
  /// The closed questions whose work goes on.
  private var ongoing: [PromptViewModel] = []
  private let lifetime = Lifetime()
  private let scheduler: any Scheduler
  private let tell: ((String) -> Void)?

  /// - Parameter tell: Says what becomes of work that goes on after its question was closed; without it, such
  ///   work is cancelled.
  init(scheduler: any Scheduler, tell: ((String) -> Void)? = nil) {
    (self.scheduler, self.tell) = (scheduler, tell)
    open = source
    lifetime.add(answered)
    lifetime.add(typed)
  }

  /// Asks for a text; `complete` finds suggestions for it, and `answer` is there from the start.
  ///
  /// `changed` follows the text while it is typed, and `closed` hears of the end. `isSearch` says that the
  /// answer changes nothing, `isChange` that the server may do the work also when the question is closed, and
  /// `list` takes keys that would choose a suggestion. `subject` is the message that the question is about.
  func ask(
    _ title: String, placeholder: String, answer: String = "", about subject: QuoteText? = nil,
    isSearch: Bool = false,
    isChange: Bool = false, list: PromptList? = nil,
    complete: ((String) -> Signal<[PromptSuggestion], Never>)? = nil,
    changed: (@MainActor (String) -> Void)? = nil, closed: (() -> Void)? = nil,
    _ work: @escaping (String) -> Signal<Void, RequestError>
  ) {
    show(
      PromptViewModel(
        title: title, placeholder: placeholder, kind: .text(complete), answer: answer,
        about: subject, isSearch: isSearch, isChange: isChange, list: list, scheduler: scheduler,
        work: work))
    whenClosed = closed
    if let changed { typed.inner = source.value?.text.observe(changed) }
  }

  /// Asks for a password, which is shown as dots; an optional one may be left out.
  func askForSecret(
    _ title: String, placeholder: String, isOptional: Bool = false,
    _ work: @escaping (Secret<String>) -> Signal<Void, RequestError>
  ) {
    show(
      PromptViewModel(
        title: title, placeholder: placeholder, kind: .secret(isOptional: isOptional),
        scheduler: scheduler, work: { work(Secret($0)) }))
  }

  /// Asks for one of some choices, by a text that follows each letter.
  ///
  /// `isSearch` says that the choice changes nothing; for `subject` and `isChange`, see `ask`.
  func askForChoice(
    _ title: String, placeholder: String, about subject: QuoteText? = nil,
    isSearch: Bool = false, isChange: Bool = false,
    choices: Property<(String) -> [PromptSuggestion]>,
    _ work: @escaping (String) -> Signal<Void, RequestError>
  ) {
    show(
      PromptViewModel(
        title: title, placeholder: placeholder, kind: .choice(choices), about: subject,
        isSearch: isSearch, isChange: isChange, scheduler: scheduler, work: work))
  }

  /// Asks for one of a few choices: a text leaves those in whose titles it is, and can never stand for another.
  func askForChoice(
    _ title: String, placeholder: String, among choices: [PromptSuggestion],
    _ work: @escaping (String) -> Signal<Void, RequestError>
  ) {
    let find: (String) -> [PromptSuggestion] = { text in
      let text = text.trimmed.lowercased()
      return choices.filter { text.isEmpty || $0.titleText.lowercased().contains(text) }
    }
    askForChoice(title, placeholder: placeholder, choices: Property(find), work)
  }

  /// Asks for a text that may be empty, perhaps with a choice beside it; `answer` is there from the start, and
  /// for `isChange`, see `ask`.
  func askOptionally(
    _ title: String, placeholder: String, option: PromptOption? = nil, answer: String = "",
    titleRows: Int = 4, isChange: Bool = false,
    _ work: @escaping (String) -> Signal<Void, RequestError>
  ) {
    show(
      PromptViewModel(
        title: title, placeholder: placeholder, kind: .optionalText(option), answer: answer,
        titleRows: titleRows, isChange: isChange, scheduler: scheduler, work: work))
  }

  /// Asks for confirmation; `explanation` states the consequences, `subject` is the message that the
  /// question is about, and `titleRows` the most that it may take of the screen; `closed` hears of the end.
  ///
  /// What is confirmed goes on when the question
  /// is closed, unless it is no change.
  func confirm(
    _ title: String, _ explanation: String = "y: yes, any other key: no",
    about subject: QuoteText? = nil, titleRows: Int = 2, isChange: Bool = true,
    closed: (() -> Void)? = nil,
    _ work: @escaping () -> Signal<Void, RequestError>
  ) {
    show(
      PromptViewModel(
        title: title, placeholder: explanation, kind: .yesOrNo, about: subject,
        titleRows: titleRows, isChange: isChange, scheduler: scheduler, work: { _ in work() }))
    whenClosed = closed
  }

  /// Closes the open question, as the user wants; the work of a change goes on, and its end is told.
  func dismiss() {
    if let prompt = source.value, let tell, prompt.isChange, prompt.submit.isExecuting.value {
      tell("It goes on: \(Self.brief(prompt))")
      follow(prompt, tell)
    }
    close()
  }

  /// Whether work goes on whose question is closed.
  var isWorking: Bool { !ongoing.isEmpty }

  /// Tells later whether the question that is open now is still open; true where there is none.
  ///
  /// Work that goes on after its question shows nothing in front of what the user has turned to.
  func presence() -> () -> Bool {
    guard let asked = source.value else { return { true } }
    return { [source, weak asked] in asked != nil && source.value === asked }
  }

  /// Keeps a closed question until its work has ended, of which the work itself tells if it has succeeded.
  private func follow(_ prompt: PromptViewModel, _ tell: @escaping (String) -> Void) {
    ongoing.append(prompt)
    lifetime.add(
      prompt.submit.isExecuting.observe { [weak self, weak prompt] isExecuting in
        guard !isExecuting, let self, let prompt else { return }
        ongoing.removeAll { $0 === prompt }
        let error = prompt.errorText.value
        if !error.isEmpty { tell("Not done: \(Self.brief(prompt)) \(error)") }
      })
  }

  private static func brief(_ prompt: PromptViewModel) -> String {
    Names.brief(Names.oneLine(prompt.titleText))
  }

  /// Closes the open question and cancels its work.
  func close() {
    source.value?.withdraw()
    source.value = nil
    typed.inner = nil
    let closed = whenClosed
    whenClosed = nil
    closed?()
  }

  private func show(_ prompt: PromptViewModel) {
    close()
    source.value = prompt
    answered.inner = prompt.answered.observe(on: .main).subscribe { [weak self] in self?.close() }
  }
}
