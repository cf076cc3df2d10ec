import Glibc

/// What another program writes to its output.
enum ProgramOutput {
  /// Runs a program, which `PATH` finds, and waits for the end of its output; nil when that is more than
  /// `most` bytes, or goes on for longer than `patience`.
  static func read(
    _ name: String, _ arguments: [String], most: Int, patience: Duration
  ) throws(SystemError) -> [UInt8]? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let nowhere = Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(nowhere) }
    let process: BackgroundProcess
    do throws(SystemError) {
      process = try BackgroundProcess(
        path: name, name: name, arguments: arguments, log: ends[1], errors: nowhere)
      close(ends[1])
    } catch {
      close(ends[1])
      throw error
    }
    defer { process.forget() }
    guard let bytes = read(ends[0], most: most, until: .now + patience) else {
      process.terminate()
      return nil
    }
    return bytes
  }

  private static func read(
    _ file: Int32, most: Int, until end: ContinuousClock.Instant
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let left = (end - .now) / .milliseconds(1)
      guard left > 0 else { return nil }
      var wait = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      let ready = poll(&wait, 1, Int32(left) + 1)
      if ready == 0 || ready < 0 && errno == EINTR { continue }
      let count = Glibc.read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0, bytes.count + count <= most else { return nil }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }
}
