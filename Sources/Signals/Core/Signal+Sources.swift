extension Signal {
  /// A signal that sends one value and completes, synchronously within each subscription.
  @inlinable
  public static func just(_ value: Value) -> Signal {
    Signal(attach: { observer in
      guard !observer.isDisposed else { return }
      observer.onValue(value)
      guard !observer.isDisposed else { return }
      observer.finish()
    })
  }

  /// A signal that completes synchronously within each subscription, without a value.
  public static var empty: Signal {
    Signal(attach: { observer in
      guard !observer.isDisposed else { return }
      observer.finish()
    })
  }

  /// A signal that sends nothing and never ends.
  ///
  /// Its subscriptions keep nothing alive.
  public static var never: Signal {
    Signal(attach: { _ in })
  }

  /// A signal that fails synchronously within each subscription, without a value.
  public static func failed(_ failure: Failure) -> Signal {
    Signal(attach: { observer in
      guard !observer.isDisposed else { return }
      observer.finish(failure)
    })
  }

  /// A signal that is created separately for each subscription.
  ///
  /// `make` runs on the thread of the subscriber; events, end and disposal are those of the signal
  /// that it returns.
  public static func deferred(_ make: @escaping @Sendable () -> Signal) -> Signal {
    Signal(linking: { observer in
      guard !observer.isDisposed else { return }
      let made = make()
      guard !observer.isDisposed else { return }
      made.attach(observer)
    })
  }

  /// A signal that sends the elements of a sequence and completes.
  ///
  /// The elements are sent synchronously within each subscription. The signal never fails. It stops
  /// when it is disposed of from inside an event, so the sequence may be endless.
  @inlinable
  public static func from(_ sequence: some Sequence<Value> & Sendable) -> Signal {
    Signal(attach: { observer in
      for value in sequence {
        guard !observer.isDisposed else { return }
        observer.onValue(value)
      }
      guard !observer.isDisposed else { return }
      observer.finish()
    })
  }
}

extension Signal where Value == Void {
  /// A signal that sends the empty value once and completes, synchronously within each
  /// subscription.
  public static func just() -> Signal {
    just(())
  }
}
