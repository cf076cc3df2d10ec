/// Serialises the events that the work of one subscription sends from any thread.
///
/// The emitter enforces the grammar (no event after a terminal event or after disposal) and
/// releases the downstream closures at the end, even when the work keeps its observer. `@unchecked
/// Sendable` is correct because only the holder of the turn accesses the downstream closures.
final class Emitter<Value: Sendable, Failure: Error>: Disposable, @unchecked Sendable {
  let turn = Turn()
  @exclusivity(unchecked) var downstream: Observer<Value, Failure>?
  let subscription: Subscription

  init(_ observer: Observer<Value, Failure>) {
    downstream = observer
    subscription = observer.subscription
    observer.subscription.add(WeakDisposable(self))
  }

  /// The observer that the work sends into.
  var observer: Observer<Value, Failure> {
    Observer(subscription: subscription, value: { self.send($0) }, end: { self.finish($0) })
  }

  var isDisposed: Bool {
    subscription.isDisposed
  }

  /// Releases the downstream closures.
  func dispose() {
    turn.dispose { self.downstream = nil }
  }

  private func send(_ value: Value) {
    guard turn.tryEnter() else { return turn.deliver { self.downstream?.send(value) } }
    downstream?.send(value)
    turn.leave()
  }

  private func finish(_ end: End<Failure>) {
    turn.perform {
      let observer = self.downstream
      self.downstream = nil
      observer?.finish(end)
    }
  }
}
