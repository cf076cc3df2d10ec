import Signals
import SignalsTesting
import Testing

/// The memory that recursive signals need; `StackTests` covers their stack, and with fifty thousand
/// steps also their time: a quadratic cost would exceed the limit of any run.
@Suite("Recursion")
struct RecursionTests {
  @Test("a page is released when the next one has begun", arguments: Recursion.all)
  func memory(_ recursion: Recursion) {
    let (sum, living) = recursion.run(count: 1000)
    #expect(sum == 1000)
    // The first page and the previous one are still on the stack if the pages are synchronous.
    #expect(living <= 3)
  }
}
