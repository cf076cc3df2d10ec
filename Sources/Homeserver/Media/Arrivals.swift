import Synchronization

/// Those who wait for content whose id was given out before it.
final class Arrivals: Sendable {
  /// How many may wait in all.
  private static let capacity = 1000

  private struct Waiting {
    var signals: [Int: (id: MediaID, signal: AsyncStream<Never>.Continuation)] = [:]
    var last = 0
  }

  /// One who waits.
  struct Arrival: Sendable {
    fileprivate let number: Int
    fileprivate let signal: AsyncStream<Never>

    /// Returns when the content has come, or that much time has gone, or the task is cancelled.
    func wait(milliseconds: Int) async {
      await withTaskGroup { group in
        group.addTask { for await _ in signal {} }
        // The deadline that the client named; whichever ends first ends the other.
        group.addTask { try? await Task.sleep(for: .milliseconds(milliseconds)) }
        await group.next()
        group.cancelAll()
      }
    }
  }

  private let waiting = Mutex(Waiting())

  /// Begins to listen; `forget` has to follow.
  ///
  /// - Throws: `M_NOT_YET_UPLOADED` when too many wait.
  func expect(_ id: MediaID) throws -> Arrival {
    let (signal, continuation) = AsyncStream.makeStream(of: Never.self)
    let number = waiting.withLock { waiting -> Int? in
      guard waiting.signals.count < Self.capacity else { return nil }
      waiting.last += 1
      waiting.signals[waiting.last] = (id, continuation)
      return waiting.last
    }
    guard let number else { throw MatrixError.notYetUploaded }
    return Arrival(number: number, signal: signal)
  }

  func forget(_ arrival: Arrival) {
    waiting.withLock { _ = $0.signals.removeValue(forKey: arrival.number) }
  }

  /// Ends the waiting for an id.
  func tell(_ id: MediaID) {
    let signals = waiting.withLock { waiting in
      waiting.signals.values.filter { $0.id == id }.map(\.signal)
    }
    for signal in signals { signal.finish() }
  }

  /// How many wait now.
  var count: Int { waiting.withLock { $0.signals.count } }
}
