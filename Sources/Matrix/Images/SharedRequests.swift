import Controllers
import Synchronization

/// Work in flight that several callers await; it is cancelled when the last caller leaves.
final class SharedRequests<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private typealias Work = Task<Result<Value, RequestError>, Never>

  private struct Entry {
    let work: Work
    let number: UInt64
    var waiters: Int
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var count: UInt64 = 0
  }

  private let state = Mutex(State())

  /// How many callers wait, for tests.
  var waiterCount: Int {
    state.withLock { state in state.entries.values.reduce(0) { $0 + $1.waiters } }
  }

  /// The result for a key: joins the work in flight, or starts `body` when there is none.
  func value(
    for key: Key, _ body: @escaping @Sendable () async throws(RequestError) -> Value
  ) async throws(RequestError) -> Value {
    let (work, number) = join(key, body)
    let result = await withTaskCancellationHandler {
      await work.value
    } onCancel: {
      leave(key, number)
    }
    return try result.get()
  }

  private func join(
    _ key: Key, _ body: @escaping @Sendable () async throws(RequestError) -> Value
  ) -> (Work, UInt64) {
    state.withLock { state in
      if let entry = state.entries[key] {
        state.entries[key]?.waiters += 1
        return (entry.work, entry.number)
      }
      state.count += 1
      let number = state.count
      let work = Work {
        let result: Result<Value, RequestError>
        do throws(RequestError) {
          result = .success(try await body())
        } catch {
          result = .failure(error)
        }
        self.end(key, number)
        return result
      }
      state.entries[key] = Entry(work: work, number: number, waiters: 1)
      return (work, number)
    }
  }

  private func end(_ key: Key, _ number: UInt64) {
    state.withLock { state in
      if state.entries[key]?.number == number { state.entries[key] = nil }
    }
  }

  private func leave(_ key: Key, _ number: UInt64) {
    let abandoned = state.withLock { state -> Work? in
      guard var entry = state.entries[key], entry.number == number else { return nil }
      entry.waiters -= 1
      state.entries[key] = entry.waiters > 0 ? entry : nil
      return entry.waiters > 0 ? nil : entry.work
    }
    abandoned?.cancel()
  }
}
