import Dispatch
import Synchronization
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

/// The threads on which Swift's tasks run.
enum TaskThreads {
  /// Makes tasks run on the program's own queues instead of libdispatch's pool.
  ///
  /// On Linux, that pool has a monitor that wakes once a second as long as the process lives.
  /// Serial queues have none, so a waiting program is not woken at all. Call this once, before the
  /// first task.
  static func install() { _createExecutors(factory: Executors.self) }
}

private struct Executors: ExecutorFactory {
  static let mainExecutor: any MainExecutor = PlatformExecutorFactory.mainExecutor
  static let defaultExecutor: any TaskExecutor = TaskQueues()
}

/// Runs jobs on a few serial queues in turn, at once or after a task's sleep.
private final class TaskQueues: TaskExecutor, SchedulingExecutor {
  // More queues than processors, because a job may wait for the disk.
  private let queues = (0..<4).map { DispatchQueue(label: "tasks \($0)") }
  private let turn = Atomic<Int>(0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    next.async { self.run(job) }
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
  ) {
    guard let delay = delay as? Duration else {
      preconditionFailure("tasks sleep by a clock of the language")
    }
    let job = UnownedJob(job)
    let (seconds, attoseconds) = delay.components
    let fraction = DispatchTimeInterval.nanoseconds(Int(attoseconds / 1_000_000_000))
    next.asyncAfter(deadline: .now() + .seconds(Int(seconds)) + fraction) { self.run(job) }
  }

  private var next: DispatchQueue {
    let turn = turn.wrappingAdd(1, ordering: .relaxed).newValue
    return queues[turn & (queues.count - 1)]
  }

  private func run(_ job: UnownedJob) {
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
