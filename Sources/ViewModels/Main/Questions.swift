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
  private let lifetime = Lifetime()
  private let scheduler: any Scheduler

  init(scheduler: any Scheduler) {
    self.scheduler = scheduler
    open = source
    lifetime.add(answered)
    lifetime.add(typed)
  }

  /// Asks for a text; `complete` finds suggestions for it, and `answer` is there from the start.
  ///
  /// `changed` follows the text while it is typed, and `closed` hears of the end. `isSearch` says that the
  /// answer changes nothing, and `list` takes keys that would choose a suggestion.
  func ask(
    _ title: String, placeholder: String, answer: String = "", isSearch: Bool = false,
    list: PromptList? = nil,
    complete: @escaping (String) -> Signal<[PromptSuggestion], Never> = { _ in .empty },
    changed: (@MainActor (String) -> Void)? = nil, closed: (() -> Void)? = nil,
    _ work: @escaping (String) -> Signal<Void, RequestError>
  ) {
    show(
      PromptViewModel(
        title: title, placeholder: placeholder, kind: .text(complete), answer: answer,
        isSearch: isSearch, list: list, scheduler: scheduler, work: work))
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
  /// `isSearch` says that the choice changes nothing.
  func askForChoice(
    _ title: String, placeholder: String, isSearch: Bool = false,
    choices: Property<(String) -> [PromptSuggestion]>,
    _ work: @escaping (String) -> Signal<Void, RequestError>
  ) {
    show(
      PromptViewModel(
        title: title, placeholder: placeholder, kind: .choice(choices), isSearch: isSearch,
        scheduler: scheduler, work: work))
  }

  /// Asks for a text that may be empty, perhaps with a choice beside it; `answer` is there from the start.
  func askOptionally(
    _ title: String, placeholder: String, option: PromptOption? = nil, answer: String = "",
    titleRows: Int = 4,
    _ work: @escaping (String) -> Signal<Void, RequestError>
  ) {
    show(
      PromptViewModel(
        title: title, placeholder: placeholder, kind: .optionalText(option), answer: answer,
        titleRows: titleRows, scheduler: scheduler, work: work))
  }

  /// Asks for confirmation; `explanation` states the consequences, and `titleRows` is the most that the
  /// question may take of the screen; `closed` hears of the end.
  func confirm(
    _ title: String, _ explanation: String = "y: yes, any other key: no",
    titleRows: Int = 2, closed: (() -> Void)? = nil,
    _ work: @escaping () -> Signal<Void, RequestError>
  ) {
    show(
      PromptViewModel(
        title: title, placeholder: explanation, kind: .yesOrNo, titleRows: titleRows,
        scheduler: scheduler, work: { _ in work() }))
    whenClosed = closed
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
