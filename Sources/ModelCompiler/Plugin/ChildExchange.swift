#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes a child's input and reads its output concurrently until the child has exited.
struct ChildExchange {
  private(set) var output: [UInt8] = []
  private(set) var errors: [UInt8] = []
  private let limits: ChildProcess.Limits
  private var input: ArraySlice<UInt8>
  private var writeEnd: Int32
  private var outputEnd: Int32
  private var errorEnd: Int32

  /// How long to wait for pipes that the children of an exited child hold open.
  private static let graceMilliseconds: Int64 = 1000

  /// Takes ownership of the pipe ends; closes them at the end.
  init(
    input: [UInt8], writeEnd: Int32, outputEnd: Int32, errorEnd: Int32,
    limits: ChildProcess.Limits
  ) {
    self.input = input[...]
    self.writeEnd = writeEnd
    self.outputEnd = outputEnd
    self.errorEnd = errorEnd
    self.limits = limits
    _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
    _ = fcntl(outputEnd, F_SETFL, O_NONBLOCK)
    _ = fcntl(errorEnd, F_SETFL, O_NONBLOCK)
  }

  /// Runs until the child has exited and all its output is read.
  ///
  /// - Returns: Why the child must be killed; nil if it may exit by itself.
  mutating func run(
    hasEnded: () -> Bool, isInterrupted: () -> Bool
  ) -> ChildProcess.Result.Ending? {
    defer { closeAll() }
    let deadline = Self.now() + Int64(limits.seconds) * 1000
    var endOfGrace: Int64?
    while outputEnd >= 0 || errorEnd >= 0 || !hasEnded() {
      let now = Self.now()
      if now >= deadline { return .timedOut }
      if isInterrupted() { return .interrupted }
      if let endOfGrace, now >= endOfGrace { return nil }
      wait(milliseconds: outputEnd < 0 && errorEnd < 0 ? 2 : 50)
      feed()
      guard collect() else { return .wroteTooMuch }
      if endOfGrace == nil, hasEnded() { endOfGrace = Self.now() + Self.graceMilliseconds }
    }
    return nil
  }

  private mutating func wait(milliseconds: Int32) {
    // A negative descriptor stands for a closed pipe, which `poll` skips.
    var ends = [
      pollfd(fd: writeEnd, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: outputEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errorEnd, events: Int16(POLLIN), revents: 0),
    ]
    poll(&ends, nfds_t(ends.count), milliseconds)
  }

  /// Writes what fits; a child that does not read its input is not an error.
  private mutating func feed() {
    while writeEnd >= 0 {
      guard !input.isEmpty else { return Self.close(&writeEnd) }
      let count = input.withUnsafeBytes { Platform.write(writeEnd, $0) }
      if count > 0 {
        input = input.dropFirst(count)
      } else if errno == EAGAIN || errno == EINTR {
        return
      } else {
        Self.close(&writeEnd)
      }
    }
  }

  /// Reads the available output; returns false if it exceeds the limit.
  private mutating func collect() -> Bool {
    while let bytes = Self.read(&outputEnd) {
      output += bytes
      guard output.count <= limits.outputByteCount else { return false }
    }
    while let bytes = Self.read(&errorEnd) {
      errors += bytes.prefix(limits.errorByteCount - errors.count)
    }
    return true
  }

  /// The available bytes; nil if there are none now or at the end.
  private static func read(_ end: inout Int32) -> ArraySlice<UInt8>? {
    guard end >= 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = buffer.withUnsafeMutableBytes { Platform.read(end, $0) }
    if count > 0 { return buffer[..<count] }
    if count == 0 || (errno != EAGAIN && errno != EINTR) { close(&end) }
    return nil
  }

  private mutating func closeAll() {
    Self.close(&writeEnd)
    Self.close(&outputEnd)
    Self.close(&errorEnd)
  }

  private static func close(_ end: inout Int32) {
    if end >= 0 { Platform.close(end) }
    end = -1
  }

  /// Milliseconds on a monotonic clock.
  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
