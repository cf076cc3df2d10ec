package import Controllers
package import Signals
import Synchronization
import Testing

/// The scripted results of a fake's operation, and the calls it received.
///
/// A call counts when its signal is subscribed to, because real work begins then. A call without a
/// scripted result fails the test.
package final class Script<Input: Sendable, Output: Sendable>: Sendable {
  private struct State {
    var calls: [Input] = []
    var answer: (@Sendable (Input) -> Signal<Output, RequestError>)?
  }

  private let name: String
  private let operation: RequestError.Operation
  private let state = Mutex(State())

  /// Creates an operation without a scripted result.
  package init(_ name: String, _ operation: RequestError.Operation) {
    self.name = name
    self.operation = operation
  }

  /// Returns `answer(input)` for each call from now on.
  package func answer(_ answer: @escaping @Sendable (Input) -> Signal<Output, RequestError>) {
    state.withLock { $0.answer = answer }
  }

  /// Returns the same signal for each call from now on.
  package func answer(with signal: Signal<Output, RequestError>) {
    answer { _ in signal }
  }

  /// Returns a subject that the test drives for each call from now on.
  package func answerLater() -> Subject<Output, RequestError> {
    let subject = Subject<Output, RequestError>()
    answer(with: subject.signal)
    return subject
  }

  /// Fails each call from now on.
  package func fail(
    _ reason: RequestError.Reason, status: Int? = nil, code: String? = nil,
    retryAfter: Duration? = nil, serverText: String? = nil
  ) {
    answer(
      with: .failed(
        RequestError(
          operation: operation, reason: reason, status: status, code: code, retryAfter: retryAfter,
          serverText: serverText))
    )
  }

  /// The inputs of the calls since this method was last called.
  package func takeCalls() -> [Input] {
    state.withLock { state in
      defer { state.calls = [] }
      return state.calls
    }
  }

  /// The signal that a controller returns for a call.
  package func signal(_ input: Input) -> Signal<Output, RequestError> {
    Signal.deferred { [self] in
      let answer = state.withLock { state in
        state.calls.append(input)
        return state.answer
      }
      if let answer { return answer(input) }
      Issue.record("\(name)(\(input)) was called, and the test gives no answer")
      return .failed(RequestError(operation: operation, reason: .cancelled))
    }
  }
}
