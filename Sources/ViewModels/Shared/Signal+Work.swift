import Signals

extension Signal {
  /// The same work for a command that cannot fail: handles values and the failure on the main
  /// actor, then completes.
  func handled(
    value: @escaping @MainActor (Value) -> Void = { _ in },
    completed: @escaping @MainActor () -> Void = {},
    failed: @escaping @MainActor (Failure) -> Void
  ) -> Signal<Void, Never> {
    Signal<Void, Never> { observer in
      self.observe(on: .main).subscribe(
        value: value,
        failed: { failure in
          failed(failure)
          observer.complete()
        },
        completed: {
          completed()
          observer.complete()
        })
    }
  }

  /// The same events on the main actor, each after its closure has run there.
  func onMain(
    value: @escaping @MainActor (Value) -> Void = { _ in },
    completed: @escaping @MainActor () -> Void = {}
  ) -> Signal {
    Signal { observer in
      self.observe(on: .main).subscribe(
        value: {
          value($0)
          observer.send($0)
        },
        failed: { observer.fail($0) },
        completed: {
          completed()
          observer.complete()
        })
    }
  }

  /// The same events on the main actor, with what `recover` makes of a failure there.
  func recovering(_ recover: @escaping @MainActor (Failure) -> Signal) -> Signal {
    Signal { observer in
      let next = SerialDisposable()
      let first = self.observe(on: .main).subscribe(
        value: { observer.send($0) },
        failed: { next.inner = recover($0).subscribe(observer) },
        completed: { observer.complete() })
      return CompositeDisposable([first, next])
    }
  }

  /// This work without its values, then the work that `next` makes on the main actor.
  func then(_ next: @escaping @MainActor () -> Signal) -> Signal {
    Signal { observer in
      let second = SerialDisposable()
      let first = self.observe(on: .main).subscribe(
        value: { _ in }, failed: { observer.fail($0) },
        completed: { second.inner = next().subscribe(observer) })
      return CompositeDisposable([first, second])
    }
  }

  /// The same work, started now and finished even without a subscriber: for work that must complete
  /// after the view model that requested it is released.
  func detached() -> Signal {
    let outcome = ReplaySubject<Value, Failure>(capacity: 1)
    _ = subscribe(outcome.observer)
    return outcome.signal
  }
}

nonisolated extension String {
  /// Without white space at both ends.
  var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }

  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
