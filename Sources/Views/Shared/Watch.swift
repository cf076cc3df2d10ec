import Signals

/// The properties that a view shows: any change requests a new frame.
final class Watch {
  private let changed: () -> Void
  private let disposables = CompositeDisposable()

  /// Calls `changed` on every change of a watched property for the lifetime of the watch.
  init(_ changed: @escaping () -> Void) {
    self.changed = changed
  }

  /// Watches a property.
  func callAsFunction<Value>(_ property: Property<Value>) {
    let changed = changed
    disposables.add(property.observe { _ in changed() })
  }

  /// Runs a closure for the current value and each change, and requests a new frame.
  func callAsFunction<Value>(_ property: Property<Value>, _ use: @escaping (Value) -> Void) {
    let changed = changed
    disposables.add(
      property.observe { value in
        use(value)
        changed()
      })
  }

  /// Runs a closure for the current value and each change; it requests a frame itself where that is seen.
  func follow<Value>(_ property: Property<Value>, _ use: @escaping (Value) -> Void) {
    disposables.add(property.observe { use($0) })
  }

  deinit {
    disposables.dispose()
  }
}
