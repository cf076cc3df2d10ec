import Signals
import Testing

/// The executions of a command that were not asserted, each with its recorder.
final class ExecutionLog<Output: Sendable, Failure: Error>: Sendable {
  typealias ExecutionRecorder = Recorder<Output, CommandError<Failure>>

  private let started = Lock<[ExecutionRecorder]>([])
  private let subscription = SerialDisposable()
  private let location: SourceLocation

  init(
    _ executions: Signal<Signal<Output, CommandError<Failure>>, Never>,
    _ location: SourceLocation
  ) {
    self.location = location
    let started = started
    subscription.inner = executions.subscribe { execution in
      let recorder = ExecutionRecorder(execution, sourceLocation: location)
      started.withLock { $0.append(recorder) }
    }
  }

  deinit {
    finish()
  }

  func takeNext() -> ExecutionRecorder? {
    started.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  func takeAll() -> [ExecutionRecorder] {
    started.withLock { started in
      defer { started = [] }
      return started
    }
  }

  func finish() {
    subscription.dispose()
    let left = takeAll()
    guard !left.isEmpty else { return }
    for recorder in left { recorder.skipAll() }
    Issue.record(
      "executions that were started and not asserted: \(left.count)", sourceLocation: location)
  }
}
