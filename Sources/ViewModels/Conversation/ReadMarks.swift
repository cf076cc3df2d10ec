import Controllers
import Signals

/// Marks a conversation as read with one request at a time: no request is given up for the next one, so a slow
/// server is still told while messages keep coming.
final class ReadMarks {
  /// How long no mark follows another one.
  nonisolated static let pause = Duration.seconds(1)

  private let request: () -> Signal<Void, RequestError>
  private let running = SerialDisposable()
  private var isRunning = false
  /// Whether messages have come since the request was made.
  private var isDue = false
  private let lifetime = Lifetime()

  init(_ request: @escaping () -> Signal<Void, RequestError>) {
    self.request = request
    lifetime.add(running)
  }

  /// Marks all messages that are there now as read.
  func mark() {
    isDue = isRunning
    guard !isRunning else { return }
    isRunning = true
    running.inner = request().handled(failed: { _ in }).observe(on: .main).subscribe(
      completed: { [weak self] in self?.ended() })
  }

  /// Marks nothing more than what a request is about already: the user no longer sees what comes.
  func stop() { isDue = false }

  private func ended() {
    isRunning = false
    if isDue { mark() }
  }
}
