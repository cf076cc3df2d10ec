extension Property where Value: Sendable {
  /// Keeps the last value of a signal, starting with `initial`.
  ///
  /// The signal is subscribed to now, delivered on the main actor, and let go with the property.
  public convenience init(initial: Value, then signal: Signal<Value, Never>) {
    self.init(core: PropertyCore(initial, .none))
    follow(signal)
  }

  /// The current value, then each new one, on the main actor; it does not end.
  ///
  /// A subscription keeps the property alive. It may be made on any thread; off main, the current
  /// value is the one at the time when the main actor takes it up.
  public final nonisolated var signal: Signal<Value, Never> {
    Signal(attach: { observer in
      let start: @MainActor () -> Void = {
        guard !observer.isDisposed else { return }
        observer.subscription.add(
          self.observe { observer.send($0) })
      }
      if MainScheduler.isCurrent {
        MainActor.assumeIsolated { start() }
      } else {
        MainScheduler.shared.schedule { MainActor.assumeIsolated { start() } }
      }
    })
  }

  fileprivate func follow(_ signal: Signal<Value, Never>) {
    lifetime.add(
      signal.observe(on: MainScheduler.shared).subscribe { [weak core] in core?.set($0) })
  }
}

extension Property where Value: Sendable & Equatable {
  /// Keeps the last value of a signal, starting with `initial`, told when it differs.
  ///
  /// The signal is subscribed to now, delivered on the main actor, and let go with the property.
  public convenience init(initial: Value, then signal: Signal<Value, Never>) {
    self.init(core: PropertyCore(initial, .equality))
    follow(signal)
  }
}
