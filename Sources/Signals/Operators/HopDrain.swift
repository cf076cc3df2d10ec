/// The scheduled drain of a hop.
///
/// Disposal releases it, and with it the hop and the values that wait, even if the scheduler never
/// runs it. Only the scheduler retains it meanwhile: the subscription belongs to the hop's observer,
/// so a strong reference would close a cycle.
@usableFromInline
final class HopDrain: SubscriptionEntry, @unchecked Sendable {
  private struct State {
    weak var scheduled: ScheduledAction?
    var isDisposed = false
  }

  private let state = Lock(State())

  @usableFromInline
  override init() {}

  @usableFromInline
  func schedule(on scheduler: any Scheduler, _ drain: @escaping @Sendable () -> Void) {
    let scheduled = ScheduledAction(drain)
    let isOver = state.withLock { state in
      state.scheduled = scheduled
      return state.isDisposed
    }
    if !isOver { scheduler.schedule { scheduled.run() } }
  }

  @usableFromInline override var isDisposed: Bool {
    state.withLock { $0.isDisposed }
  }

  @usableFromInline
  override func dispose() {
    let scheduled = state.withLock { state in
      state.isDisposed = true
      return state.scheduled
    }
    scheduled?.dispose()
  }
}

/// The scheduler of a hop, which only the hop's source retains.
///
/// The scheduler retains the hop while a drain waits, so a hop that retained it would close a cycle.
@usableFromInline
final class HopTarget: Sendable {
  @usableFromInline let scheduler: any Scheduler

  @inlinable
  init(_ scheduler: some Scheduler) {
    self.scheduler = scheduler
  }
}
