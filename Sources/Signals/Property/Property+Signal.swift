extension Property where Value: Sendable {
  /// Keeps the last value of a signal, starting with `initial`.
  ///
  /// The property subscribes to the signal now, on the main actor, and ends the subscription when
  /// it is released.
  public convenience init(initial: Value, then signal: Signal<Value, Never>) {
    self.init(core: PropertyCore(initial, .none))
    follow(signal)
  }

  /// The current value, then each new one, on the main actor; it does not end.
  ///
  /// A subscription keeps the property alive and may be made on any thread. Off main, the first
  /// value is the one that is current when the main actor runs the subscription.
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
  /// Keeps the last value of a signal, starting with `initial`, and notifies only when it differs.
  ///
  /// The property subscribes to the signal now, on the main actor, and ends the subscription when
  /// it is released.
  public convenience init(initial: Value, then signal: Signal<Value, Never>) {
    self.init(core: PropertyCore(initial, .equality))
    follow(signal)
  }
}
