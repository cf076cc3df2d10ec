import Glibc

/// How a process ended.
enum ProcessEnding: Equatable, Sendable {
  case exited(Int32)
  case killed(Int32)

  init(status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
  }
}

/// The wait for the end of a process, on a thread that uses no processor time meanwhile.
final class ProcessWait: Sendable {
  private let id: pid_t
  private let ended: @Sendable (ProcessEnding) -> Void

  private init(id: pid_t, ended: @escaping @Sendable (ProcessEnding) -> Void) {
    self.id = id
    self.ended = ended
  }

  /// Calls a function on the thread when the process has ended.
  static func start(_ id: pid_t, ended: @escaping @Sendable (ProcessEnding) -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, 256 << 10)
    let wait = Unmanaged.passRetained(ProcessWait(id: id, ended: ended))
    var thread = pthread_t()
    pthread_create(
      &thread, &attributes,
      { wait in
        if let wait { Unmanaged<ProcessWait>.fromOpaque(wait).takeRetainedValue().run() }
        return nil
      }, wait.toOpaque())
  }

  private func run() {
    var status: Int32 = 0
    while true {
      let result = waitpid(id, &status, WUNTRACED)
      if result < 0, errno == EINTR { continue }
      guard result == id else { return ended(.killed(0)) }
      guard status & 0xFF == 0x7F else { break }
      // Nobody could continue it while this program waits for it.
      kill(-id, SIGCONT)
    }
    ended(ProcessEnding(status: status))
  }
}
