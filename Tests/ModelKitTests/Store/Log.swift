import Signals

@testable import ModelKit

/// Values in the order in which any thread appended them.
final class Log<Value: Sendable>: Sendable {
  private let storage = Lock<[Value]>([])

  var values: [Value] {
    storage.withLock { $0 }
  }

  func append(_ value: Value) {
    storage.withLock { $0.append(value) }
  }

  func take() -> [Value] {
    storage.withLock { values in
      defer { values = [] }
      return values
    }
  }
}
