extension Signal {
  /// A signal that sends one value and completes.
  @inlinable
  public static func just(_ value: Value) -> Signal {
    Signal(attach: { observer in
      guard !observer.isDisposed else { return }
      observer.onValue(value)
      guard !observer.isDisposed else { return }
      observer.finish()
    })
  }

  /// A signal that completes at once.
  public static var empty: Signal {
    Signal(attach: { observer in
      guard !observer.isDisposed else { return }
      observer.finish()
    })
  }

  /// A signal that sends nothing and does not end.
  public static var never: Signal {
    Signal(attach: { _ in })
  }

  /// A signal that fails at once.
  public static func failed(_ failure: Failure) -> Signal {
    Signal(attach: { observer in
      guard !observer.isDisposed else { return }
      observer.finish(failure)
    })
  }

  /// A signal that is made anew for each subscription.
  public static func deferred(_ make: @escaping @Sendable () -> Signal) -> Signal {
    Signal(attach: { observer in
      guard !observer.isDisposed else { return }
      make().attach(observer)
    })
  }

  /// A signal that sends the elements of a sequence, synchronously, and completes.
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
  /// A signal that sends the empty value once and completes.
  public static func just() -> Signal {
    just(())
  }
}
