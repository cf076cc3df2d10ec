import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Shows that the thread sanitizer is at work, where a soak relies on it.
///
/// `CHATTUI_SANITIZER` is `present` for a process that must have it, and `race` for one in which a
/// race is to be reported.
@Suite("Thread sanitizer")
struct SanitizerTests {
  private static let demand = ProcessInfo.processInfo.environment["CHATTUI_SANITIZER"]

  @Test("the sanitizer's runtime is linked where it is asked for", .enabled(if: demand != nil))
  func linked() {
    #expect(dlsym(nil, "__tsan_init") != nil)
  }

  /// Plain memory that two threads write without any order: wrong on purpose.
  private final class Racy: @unchecked Sendable {
    let memory = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    init() { memory.initialize(to: 0) }
    deinit { memory.deallocate() }
  }

  @Test("a data race is reported where one is asked for", .enabled(if: demand == "race"))
  func race() {
    let racy = Racy()
    let threads = (0..<2).map { _ in
      OwnThread { for _ in 0..<10_000 { racy.memory.pointee += 1 } }
    }
    for thread in threads { thread.join() }
    #expect(racy.memory.pointee > 0)
  }
}
