package import Controllers
public import Signals

/// A question in the composer's place: one line of text, or yes and no.
public final class PromptViewModel {
  /// What is asked for.
  public let titleText: String
  /// What the field shows while it is empty.
  public let placeholderText: String
  /// Whether the question takes yes or no instead of text.
  public let isConfirmation: Bool
  /// The answer as typed.
  public let text: Property<String>
  /// What was wrong with the answer and what to do next.
  public let errorText: Property<String>
  /// Takes the answer; the question is put away when it was good.
  public let submit: Command<Void, Void, Never>

  /// Sends when an answer was good and its work is done.
  package let answered: Signal<Void, Never>

  private let answer = MutableProperty("")
  private let error = MutableProperty("")

  /// Asks; `work` is done with the answer.
  package init(
    title: String, placeholder: String = "", isConfirmation: Bool = false,
    work: @escaping (String) -> Signal<Void, RequestError>
  ) {
    titleText = title
    placeholderText = placeholder
    self.isConfirmation = isConfirmation
    let (answer, error) = (answer, error)
    text = answer
    errorText = error
    let answered = Subject<Void, Never>()
    self.answered = answered.signal
    let isFilled = isConfirmation ? Property(true) : answer.map { !$0.isBlank }
    submit = Command(isEnabled: isFilled) { _ in
      error.value = ""
      return work(answer.value.trimmed).handled(completed: { answered.send() }) {
        error.value = ErrorSentences.text($0)
      }
    }
  }

  /// The field has this text now.
  public func textChanged(_ text: String) {
    answer.value = text
    error.value = ""
  }
}
