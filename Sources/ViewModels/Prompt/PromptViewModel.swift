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
  /// Takes the answer; the prompt closes when it was good.
  public let submit: Command<Void, Void, Never>

  private let answer = MutableProperty("")
  private let error = MutableProperty("")

  /// Asks; `work` is done with the answer, and `close` is called when it completed.
  package init(
    title: String, placeholder: String = "", isConfirmation: Bool = false,
    close: @escaping @MainActor () -> Void, work: @escaping (String) -> Signal<Void, RequestError>
  ) {
    titleText = title
    placeholderText = placeholder
    self.isConfirmation = isConfirmation
    let (answer, error) = (answer, error)
    text = answer
    errorText = error
    let isFilled = isConfirmation ? Property(true) : answer.map { !$0.isBlank }
    submit = Command(isEnabled: isFilled) { _ in
      error.value = ""
      return work(answer.value.trimmed).handled(completed: close) {
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
