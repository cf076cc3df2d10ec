import Glibc
public import Synchronization

/// The mailbox of one `observe(on:)`: values in order, then possibly the end.
///
/// It needs no lock because only one side writes and only one side reads: a signal's events are
/// serialised, so there is one sender at a time, and there is never a second drain. `word`
/// publishes what the sender wrote, and the drain also uses it to announce that it stops.
/// `@unchecked Sendable` is correct because each variable belongs to one side.
@usableFromInline
final class Hop<Value: Sendable, Failure: Error>: @unchecked Sendable {
  /// The number of values sent, times four; plus two after the end; plus one while a drain is
  /// scheduled or running.
  @usableFromInline let word = Atomic<UInt>(0)

  // Owned by the sender.
  @usableFromInline @exclusivity(unchecked) var sentCount: UInt = 0
  @usableFromInline @exclusivity(unchecked) var newest: HopChunk<Value>
  /// Written before the end is published, read afterwards.
  @usableFromInline @exclusivity(unchecked) var end: End<Failure>?

  // Constants, which keep the variables of the two sides in different cache lines.
  @usableFromInline let observer: Observer<Value, Failure>
  @usableFromInline weak var target: HopTarget?
  @usableFromInline let scheduled = HopDrain()

  // Owned by the drain.
  @usableFromInline @exclusivity(unchecked) var heardCount: UInt = 0
  @usableFromInline @exclusivity(unchecked) var oldest: HopChunk<Value>

  @inlinable
  init(_ observer: Observer<Value, Failure>, _ target: HopTarget) {
    self.observer = observer
    self.target = target
    newest = HopChunk()
    oldest = newest
    observer.subscription.add(scheduled)
  }

  deinit {
    while heardCount < sentCount { _ = takeValue() }
  }

  @inlinable
  func post(_ value: Value) {
    let index = Int(sentCount % HopChunk<Value>.size)
    if index == 0, sentCount > 0 {
      let chunk = HopChunk<Value>()
      newest.next = chunk
      newest = chunk
    }
    (newest.values + index).initialize(to: value)
    sentCount += 1
    publish(sentCount * 4 + 1)
  }

  @inlinable
  func post(_ end: End<Failure>) {
    self.end = end
    publish(sentCount * 4 + 3)
  }

  @inlinable
  func publish(_ new: UInt) {
    let old = word.exchange(new, ordering: .acquiringAndReleasing)
    if old & 1 == 0 { _ = schedule() }
  }

  /// Schedules a drain, unless the source has released the scheduler.
  @inlinable
  func schedule() -> Bool {
    guard let target else { return false }
    scheduled.schedule(on: target.scheduler) { [self] in drain() }
    return true
  }

  /// Delivers the sent values.
  ///
  /// The drain yields a few times for a burst that a fast sender has not finished, because
  /// scheduling the next drain costs more. After many values in one pass it lets other work of the
  /// scheduler run.
  @inlinable
  func drain() {
    let start = heardCount
    var patience = 0
    while true {
      let seen = word.load(ordering: .acquiring)
      let count = seen / 4
      patience = count - heardCount >= Self.burst ? 20 : patience - 1
      while heardCount < count { observer.send(takeValue()) }
      if seen & 2 != 0, let end { return observer.finish(end) }
      // Without its source, the hop has no more than what it holds, and delivers it at once.
      if heardCount - start >= Self.limit, schedule() { return }
      if patience > 0 {
        giveWay()
      } else if word.compareExchange(
        expected: seen, desired: seen & ~1, ordering: .acquiringAndReleasing
      ).exchanged {
        return
      }
    }
  }

  @inlinable
  func takeValue() -> Value {
    let index = Int(heardCount % HopChunk<Value>.size)
    if index == 0, heardCount > 0, let next = oldest.next { oldest = next }
    heardCount += 1
    return (oldest.values + index).move()
  }

  @inlinable static var burst: UInt { 16 }
  @inlinable static var limit: UInt { 1000 }
}

/// A segment of a mailbox; the sender links the next one before it publishes the first value in it.
@usableFromInline
final class HopChunk<Value>: @unchecked Sendable {
  /// Half a page of values, and at least a few large ones.
  @inlinable static var size: UInt {
    UInt(max(8, 2048 / max(MemoryLayout<Value>.stride, 1)))
  }

  @usableFromInline let values: UnsafeMutablePointer<Value>
  @usableFromInline @exclusivity(unchecked) var next: HopChunk?

  @inlinable
  init() {
    values = .allocate(capacity: Int(Self.size))
  }

  @inlinable
  deinit {
    values.deallocate()
  }
}

/// Lets another thread run.
@usableFromInline
func giveWay() {
  sched_yield()
}
