import Synchronization

extension Turn {
  /// After this many items, a holder hands the turn on to a sender that waits.
  private static var limit: Int { 16 }

  /// Does the queued work and returns the turn, or hands both on.
  ///
  /// - Parameter rest: What the previous holder had taken off the queue and not done.
  @usableFromInline
  func drain(_ rest: consuming QueuedWork? = nil) {
    var item = rest
    var count = 0
    var afterwards: [QueuedWork] = []
    defer { for item in afterwards { item.work() } }
    repeat {
      if item == nil { item = takeQueue() }
      var done = 0
      while let next = item {
        item = next.takeNext()
        if next.isForAfterwards { afterwards.append(next) } else { next.work() }
        done += 1
        if count + done >= Self.limit, item != nil, crowd.hasHeldSenders {
          crowd.leave(done)
          (count, done) = (0, 0)
          if HeldSender.handOn(self, item) { return }
        }
      }
      count += done
      if crowd.leave(done) { HeldSender.freeAll(at: self) }
    } while !word.compareExchange(expected: 1, desired: 0, ordering: .releasing).exchanged
  }

  /// Does at least `limit` pieces of queued work, if there are that many.
  ///
  /// - Returns: Whether all work is done and the turn returned; if not, call it again.
  func drain(atMost limit: Int) -> Bool {
    var count = 0
    repeat {
      guard count < limit else { return false }
      var item = takeQueue()
      while let next = item {
        next.work()
        item = next.takeNext()
        count += 1
        crowd.leave(1)
      }
    } while !word.compareExchange(expected: 1, desired: 0, ordering: .releasing).exchanged
    return true
  }

  /// Empties the queue; the turn stays taken.
  private func takeQueue() -> QueuedWork? {
    QueuedWork.inOrder(word.exchange(1, ordering: .acquiringAndReleasing))
  }
}
