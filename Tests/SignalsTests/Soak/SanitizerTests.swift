import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Proves that the thread sanitizer is active where a soak test relies on it.
///
/// `CHATTUI_SANITIZER` is `present` for a process that must run with it, and `race` for one that
/// must report a race.
@Suite("Thread sanitizer")
struct SanitizerTests {
  private static let demand = ProcessInfo.processInfo.environment["CHATTUI_SANITIZER"]

  @Test("the sanitizer's runtime is linked when requested", .enabled(if: demand != nil))
  func linked() {
    #expect(dlsym(nil, "__tsan_init") != nil)
  }

  /// Plain memory that two threads write without synchronisation: deliberately wrong.
  private final class Racy: @unchecked Sendable {
    let memory = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    init() { memory.initialize(to: 0) }
    deinit { memory.deallocate() }
  }

  @Test("a deliberate data race is reported", .enabled(if: demand == "race"))
  func race() {
    let racy = Racy()
    let threads = (0..<2).map { _ in
      OwnThread { for _ in 0..<10_000 { racy.memory.pointee += 1 } }
    }
    for thread in threads { thread.join() }
    #expect(racy.memory.pointee > 0)
  }
}
