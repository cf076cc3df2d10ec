/// The value of a property, how it is computed and who observes it.
@MainActor
final class PropertyCore<Value>: PropertyNode {
  private(set) var stored: Value
  private let isEqual: ((Value, Value) -> Bool)?
  /// Brings the sources up to date and returns a new value, or `nil` when no source has changed; it
  /// keeps the sources alive.
  private var derive: (() -> Value?)?
  private var entries: [PropertyEntry<Value>] = []
  private var settled: (value: Value, version: UInt64)?

  init(_ value: Value, isEqual: ((Value, Value) -> Bool)?) {
    stored = value
    self.isEqual = isEqual
  }

  func setDerivation(_ derive: @escaping () -> Value?) {
    self.derive = derive
  }

  /// The up-to-date value.
  var value: Value {
    if isDirty { refresh() }
    return stored
  }

  func set(_ value: Value) {
    if let isEqual, isEqual(stored, value) { return }
    PropertyGraph.begin()
    stored = value
    version += 1
    PropertyGraph.enqueue(self)
    markDependents()
    PropertyGraph.end()
  }

  override func refresh() {
    guard isDirty else { return }
    isDirty = false
    guard let value = derive?() else { return }
    if let isEqual, isEqual(stored, value) { return }
    stored = value
    version += 1
  }

  override var isObserved: Bool {
    !entries.isEmpty
  }

  override func settle() -> Bool {
    guard !entries.isEmpty else { return false }
    refresh()
    guard entries.contains(where: { $0.seen < version }) else { return false }
    settled = (stored, version)
    return true
  }

  override func notify() {
    guard let (value, version) = settled else { return }
    settled = nil
    for entry in entries where !entry.isDisposed && entry.seen < version {
      entry.seen = version
      if let isEqual {
        // A value that went and came back within one batch is no change.
        if let last = entry.last, isEqual(last, value) { continue }
        entry.last = value
      }
      entry.body(value)
    }
  }

  func observe(_ body: @escaping @MainActor (Value) -> Void) -> PropertyEntry<Value> {
    refresh()
    let value = stored
    let entry = PropertyEntry(
      last: isEqual == nil ? nil : value, seen: version, body: body)
    entries.append(entry)
    // What the observer sets is told to all after this call.
    PropertyGraph.begin()
    body(value)
    PropertyGraph.end()
    return entry
  }

  func remove(_ entry: PropertyEntry<Value>) {
    entries.removeAll { $0 === entry }
  }
}
