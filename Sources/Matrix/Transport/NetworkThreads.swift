import NIOCore
import NIOPosix

/// The threads that the network runs on.
package enum NetworkThreads {
  /// Makes Swift's tasks run on the network's threads from now on, instead of libdispatch's pool.
  ///
  /// That pool has a monitor which wakes once a second on Linux, for as long as the process lives;
  /// without it a program that waits is not woken at all. Call it once, on the main thread, before
  /// the first task. Does nothing where the language's runtime has no place for it.
  package static func runTasks() {
    NIOSingletons.unsafeTryInstallSingletonPosixEventLoopGroupAsConcurrencyGlobalExecutor()
  }
}
