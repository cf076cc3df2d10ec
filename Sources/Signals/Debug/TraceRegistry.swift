import Synchronization

/// The listed subscriptions.
final class TraceRegistry: Sendable {
  static let shared = TraceRegistry()

  private struct State {
    var lastID = 0
    var records: [Int: TraceRecord] = [:]
  }

  private let state = Lock(State())

  func add(
    _ kind: SignalTrace.Entry.Kind, _ type: Any.Type, _ fileID: StaticString, _ line: UInt
  ) -> TraceToken {
    let record = TraceRecord(kind, type, fileID, line)
    let id = state.withLock { state in
      state.lastID += 1
      state.records[state.lastID] = record
      return state.lastID
    }
    return TraceToken(id, record, in: self)
  }

  func remove(_ id: Int) {
    // The record is released outside the lock.
    let removed = state.withLock { $0.records.removeValue(forKey: id) }
    withExtendedLifetime(removed) {}
  }

  func snapshot() -> [SignalTrace.Entry] {
    let records = state.withLock { $0.records }
    return records.sorted { $0.key < $1.key }.map { $0.value.entry(id: $0.key) }
  }
}

/// The recorded facts about one subscription.
final class TraceRecord: Sendable {
  private let kind: SignalTrace.Entry.Kind
  private let valueType: String
  private let fileID: StaticString
  private let line: UInt
  private let begin = MonotonicTime.now
  private let valueCount = Atomic(0)
  private let names = Lock<[String]>([])

  init(
    _ kind: SignalTrace.Entry.Kind, _ type: Any.Type, _ fileID: StaticString, _ line: UInt
  ) {
    self.kind = kind
    valueType = "\(type)"
    self.fileID = fileID
    self.line = line
  }

  /// The subscription being made, so that named signals upstream can add their names.
  @TaskLocal static var current: TraceRecord?

  func add(_ name: String) {
    names.withLock { $0.append(name) }
  }

  func countValue() {
    valueCount.add(1, ordering: .relaxed)
  }

  func entry(id: Int) -> SignalTrace.Entry {
    SignalTrace.Entry(
      id: id, names: names.withLock { $0 }, kind: kind, valueType: valueType,
      fileID: "\(fileID)", line: line, valueCount: valueCount.load(ordering: .relaxed),
      age: MonotonicTime.now - begin)
  }
}

/// Keeps a record in the list until the subscription ends or is released.
final class TraceToken: Disposable {
  let record: TraceRecord
  private let id: Int
  private let registry: TraceRegistry
  private let flag = Atomic(false)

  init(_ id: Int, _ record: TraceRecord, in registry: TraceRegistry) {
    self.id = id
    self.record = record
    self.registry = registry
  }

  deinit {
    dispose()
  }

  var isDisposed: Bool {
    flag.load(ordering: .acquiring)
  }

  func dispose() {
    guard !flag.exchange(true, ordering: .acquiringAndReleasing) else { return }
    registry.remove(id)
  }
}
