import Glibc

/// The stack sizes to test with.
enum StackSize: Int {
  /// The usual size for a program's first thread.
  case main = 0x80_0000
  /// The default of other systems for secondary threads.
  case secondary = 0x8_0000
}

/// Runs a block on a thread with a stack of that size and waits for it.
func onThread(_ stack: StackSize, _ body: @escaping @Sendable () -> Void) {
  OwnThread(stack, body).join()
}

/// A native thread, which the thread sanitizer follows.
struct OwnThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private var thread: pthread_t = 0

  init(_ stack: StackSize = .main, _ body: @escaping @Sendable () -> Void) {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { attributes.deallocate() }
    pthread_attr_init(attributes)
    let isSet = pthread_attr_setstacksize(attributes, stack.rawValue)
    precondition(isSet == 0, "the stack has a possible size")
    let argument = Unmanaged.passRetained(Body(body)).toOpaque()
    let isMade = pthread_create(
      &thread, attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument)
    precondition(isMade == 0, "a thread can be made")
    pthread_attr_destroy(attributes)
  }

  func join() {
    pthread_join(thread, nil)
  }
}
