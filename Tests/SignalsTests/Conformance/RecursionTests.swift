import Glibc
import Signals
import SignalsTesting
import Testing

/// The memory and time that recursive signals need; `StackTests` covers their stack.
@Suite("Recursion")
struct RecursionTests {
  @Test("a page is released when the next one has begun", arguments: Recursion.all)
  func memory(_ recursion: Recursion) {
    let (sum, living) = recursion.run(count: 1000)
    #expect(sum == 1000)
    // The first page and the previous one are still on the stack if the pages are synchronous.
    #expect(living <= 3)
  }

  @Test("ten times as many pages take about ten times as long", arguments: Recursion.all)
  func time(_ recursion: Recursion) {
    let short = (0..<3).map { _ in seconds { #expect(recursion.sum(count: 1000) == 1000) } }.min()
    let long = (0..<2).map { _ in seconds { #expect(recursion.sum(count: 10_000) == 10_000) } }
      .min()
    // A quadratic cost takes a hundred times as long.
    #expect((long ?? 0) < (short ?? 0) * 40)
  }

  /// The processor time of this thread, which other processes do not influence much.
  private func seconds(_ body: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    body()
    return now() - start
  }
}
