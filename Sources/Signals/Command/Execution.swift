/// One execution of a command.
///
/// The work is under way whether or not somebody listens, and goes on when the handle is lost.
@MainActor
public final class Execution<Output: Sendable, Failure: Error> {
  /// All values of the work from its start, then its end, also for those who come later.
  ///
  /// After `cancel()` it completes.
  public let signal: Signal<Output, CommandError<Failure>>
  private let onCancel: @MainActor () -> Void

  init(
    signal: Signal<Output, CommandError<Failure>>, onCancel: @escaping @MainActor () -> Void
  ) {
    self.signal = signal
    self.onCancel = onCancel
  }

  /// Disposes of the work when it is still running.
  public func cancel() {
    onCancel()
  }
}
