import Signals

/// The properties that a view shows: any change asks for a new frame.
final class Watch {
  private let changed: () -> Void
  private let disposables = CompositeDisposable()

  /// Calls `changed` for every change of a watched property, until the watch goes.
  init(_ changed: @escaping () -> Void) {
    self.changed = changed
  }

  /// Watches a property.
  func callAsFunction<Value>(_ property: Property<Value>) {
    let changed = changed
    disposables.add(property.observe { _ in changed() })
  }

  /// Runs a closure for the present value and each change, and asks for a new frame.
  func callAsFunction<Value>(_ property: Property<Value>, _ use: @escaping (Value) -> Void) {
    let changed = changed
    disposables.add(
      property.observe { value in
        use(value)
        changed()
      })
  }

  deinit {
    disposables.dispose()
  }
}
