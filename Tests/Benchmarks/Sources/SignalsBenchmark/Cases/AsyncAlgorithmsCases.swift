import AsyncAlgorithms
import Dispatch

/// Async sequences.
///
/// They have neither subjects nor observers: an event is a value that is put into a source and
/// awaited at the end of the chain before the next one, except in burst cases. All times are
/// process time, because the tasks run on other threads. `flatMapLatest` of version 1.1.4 is
/// omitted: under this load it hangs or crashes in one run out of ten.
enum AsyncAlgorithmsCases {
  @MainActor static let all: [@MainActor () -> Benchmark] = [
    combineTwo, hop,
  ]

  /// b2: the two sources send in turn.
  static func combineTwo() -> Benchmark {
    let total = Total()
    return Benchmark(
      name: .b2, subject: .asyncAlgorithms, rounds: 2000, eventsPerRound: 2, clock: .process
    ) { count in
      runTask {
        let (a, sendA) = AsyncStream.makeStream(of: Int.self)
        let (b, sendB) = AsyncStream.makeStream(of: Int.self)
        var values = combineLatest(a, b).makeAsyncIterator()
        sendA.yield(0)
        sendB.yield(0)
        _ = await values.next()
        for value in 0..<count {
          sendA.yield(value)
          if let pair = await values.next() { total.add(pair.0 &+ pair.1) }
          sendB.yield(value)
          if let pair = await values.next() { total.add(pair.0 &+ pair.1) }
        }
      }
    } check: { count in
      total.take() == 3 * sum(below: count) + sum(below: count - 1)
    }
  }

  /// g: a burst is handed to another task.
  static func hop() -> Benchmark {
    let total = Total()
    return Benchmark(name: .g, subject: .asyncAlgorithms, rounds: 2000, clock: .process) { count in
      runTask {
        let channel = AsyncChannel<Int>()
        let reader = Task.detached {
          for await value in channel { total.add(value) }
        }
        for value in 0..<count { await channel.send(value) }
        channel.finish()
        await reader.value
      }
    } check: { count in
      total.take() == sum(below: count)
    }
  }

  /// Runs a task off the main thread to its end.
  private static func runTask(_ body: @escaping @Sendable () async -> Void) {
    let end = DispatchSemaphore(value: 0)
    Task.detached {
      await body()
      end.signal()
    }
    end.wait()
  }
}
