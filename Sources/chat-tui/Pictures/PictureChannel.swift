import Glibc

/// A connection between two processes of this program, for whole values.
struct PictureChannel {
  let file: Int32
  /// When the other side is late; nil to wait for as long as it takes.
  var deadline: ContinuousClock.Instant?

  /// Whether the other side has had its time.
  var isLate: Bool { deadline.map { $0 <= .now } ?? false }

  /// False when the other side is gone or late.
  func write(_ values: [Int]) -> Bool { values.withUnsafeBytes { write($0) } }

  /// False when the other side is gone or late.
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      guard isReady(for: POLLOUT) else { return false }
      // Not `write`: a signal would end the program when the other side is gone.
      let patience = deadline == nil ? 0 : Int32(MSG_DONTWAIT)
      let count = send(
        file, part.baseAddress, part.count, Int32(MSG_NOSIGNAL) | patience)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Nil when the other side is gone or late.
  func readValues(_ count: Int) -> [Int]? { read(count, of: 0) }

  /// Nil when the other side is gone or late.
  func readBytes(_ count: Int) -> [UInt8]? { read(count, of: 0) }

  /// Nil when the other side is gone or late.
  func readPixels(_ count: Int) -> [UInt32]? { read(count, of: 0) }

  private func read<Value: FixedWidthInteger>(_ count: Int, of zero: Value) -> [Value]? {
    var isWhole = false
    let values = [Value](unsafeUninitializedCapacity: count) { buffer, initialized in
      buffer.initialize(repeating: zero)
      isWhole = read(into: UnsafeMutableRawBufferPointer(buffer))
      initialized = count
    }
    return isWhole ? values : nil
  }

  private func read(into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    var rest = buffer[...]
    while !rest.isEmpty {
      let part = UnsafeMutableRawBufferPointer(rebasing: rest)
      guard isReady(for: POLLIN) else { return false }
      let count = Glibc.read(file, part.baseAddress, part.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Waits until the deadline, if there is one.
  private func isReady(for event: Int32) -> Bool {
    guard let deadline else { return true }
    while true {
      let left = (deadline - .now) / .milliseconds(1)
      guard left > 0 else { return false }
      var wait = pollfd(fd: file, events: Int16(event), revents: 0)
      let ready = poll(&wait, 1, Int32(left) + 1)
      if ready > 0 { return true }
      guard ready == 0 || errno == EINTR else { return false }
    }
  }
}
