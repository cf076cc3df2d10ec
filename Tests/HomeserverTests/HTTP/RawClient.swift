import Dispatch
import Glibc

/// A client on a bare socket, which sends any bytes, valid or not.
final class RawClient: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ request: String) { description = "\(request): \(String(cString: strerror(errno)))" }
  }

  /// How a connection ended.
  enum End: Equatable { case closed, reset, open }

  struct Response: Equatable {
    let status: Int
    /// By names in lower case.
    let headers: [String: String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  private let queue = DispatchQueue(label: "client")
  private let descriptor: Int32

  /// - Parameter receiveBuffer: In bytes; a small one makes the server notice soon that the client does not read.
  init(port: Int, receiveBuffer: Int32? = nil) async throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure("socket") }
    if var size = receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var on: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure("connect") }
  }

  deinit { close(descriptor) }

  private func run<Value: Sendable>(
    _ body: @escaping @Sendable (Int32) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { [descriptor] in
        continuation.resume(with: Result { try body(descriptor) })
      }
    }
  }

  func send(_ text: String) async throws { try await send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) async throws {
    let sent = try await sendSome(bytes, within: 60)
    guard sent == bytes.count else { throw Failure("sent \(sent) of \(bytes.count)") }
  }

  /// Sends until the server has accepted nothing for that many seconds.
  func sendSome(_ bytes: [UInt8], within seconds: Double) async throws -> Int {
    try await run { descriptor in
      var sent = 0
      while sent < bytes.count, try Self.poll(descriptor, POLLOUT, seconds) {
        let count = bytes[sent...].withUnsafeBytes {
          Glibc.send(
            descriptor, $0.baseAddress, $0.count,
            Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        }
        if count < 0, errno == EAGAIN { continue }
        guard count > 0 else { throw Failure("send") }
        sent += count
      }
      return sent
    }
  }

  /// The next bytes; empty at the end.
  private static func receive(_ descriptor: Int32, within seconds: Double) throws -> [UInt8] {
    guard try poll(descriptor, POLLIN, seconds) else {
      errno = ETIMEDOUT
      throw Failure("receive")
    }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    guard count >= 0 else { throw Failure("receive") }
    return Array(bytes[..<count])
  }

  private static func poll(_ descriptor: Int32, _ event: Int32, _ seconds: Double) throws -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    let result = Glibc.poll(&entry, 1, Int32(seconds * 1000))
    guard result >= 0 else { throw Failure("poll") }
    return result > 0
  }

  /// Reads one byte.
  func byte(within seconds: Double = 60) async throws -> UInt8 {
    try await run { descriptor in
      var byte: UInt8 = 0
      guard try Self.poll(descriptor, POLLIN, seconds), recv(descriptor, &byte, 1, 0) == 1 else {
        throw Failure("no byte")
      }
      return byte
    }
  }

  /// Reads one response.
  func response(toHead isHead: Bool = false, within seconds: Double = 60) async throws -> Response {
    try await run { descriptor in
      var bytes: [UInt8] = []
      let mark = Array("\r\n\r\n".utf8)
      // Byte by byte, because the rest belongs to the next response.
      while !bytes.suffix(4).elementsEqual(mark) {
        guard try Self.poll(descriptor, POLLIN, seconds) else { throw Failure("no response") }
        var byte: UInt8 = 0
        guard recv(descriptor, &byte, 1, 0) == 1 else { throw Failure("response stops short") }
        bytes.append(byte)
      }
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
      var headers: [String: String] = [:]
      for line in lines.dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        headers[parts[0].lowercased()] = parts.count > 1 ? String(parts[1].dropFirst()) : ""
      }
      let words = lines.first?.split(separator: " ") ?? []
      let status = words.count > 1 ? Int(words[1]) ?? 0 : 0
      let length = isHead || status < 200 ? 0 : headers["content-length"].flatMap { Int($0) } ?? 0
      var body = [UInt8](repeating: 0, count: length)
      var filled = 0
      while filled < length, try Self.poll(descriptor, POLLIN, seconds) {
        let count = body.withUnsafeMutableBytes {
          recv(descriptor, $0.baseAddress?.advanced(by: filled), length - filled, 0)
        }
        guard count > 0 else { throw Failure("body stops short") }
        filled += count
      }
      guard filled == length else { throw Failure("body is slow") }
      return Response(status: status, headers: headers, body: body)
    }
  }

  /// How the connection ends within a time, whatever arrives before.
  func end(within seconds: Double = 60) async throws -> End {
    try await run { descriptor in
      let clock = ContinuousClock()
      let limit = clock.now + .seconds(seconds)
      while clock.now < limit {
        let left = (limit - clock.now) / .seconds(1)
        guard try Self.poll(descriptor, POLLIN, max(left, 0)) else { return .open }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        if count == 0 { return .closed }
        if count < 0 { return .reset }
      }
      return .open
    }
  }

  /// Sends a byte now and then, until the connection ends or a minute is over.
  func drips() async -> End {
    let clock = ContinuousClock()
    let limit = clock.now + .seconds(60)
    while clock.now < limit {
      guard (try? await send("a")) != nil, let end = try? await end(within: 0.05) else {
        return .reset
      }
      if end != .open { return end }
    }
    return .open
  }

  /// Reads to the end of the connection.
  func rest(within seconds: Double = 60) async throws -> String {
    try await run { descriptor in
      var all: [UInt8] = []
      while true {
        let bytes = try Self.receive(descriptor, within: seconds)
        if bytes.isEmpty { return String(decoding: all, as: UTF8.self) }
        all += bytes
      }
    }
  }

  /// Closes the sending side.
  func finish() async throws {
    try await run { _ = shutdown($0, Int32(SHUT_WR)) }
  }

  /// Closes the connection with a reset.
  func reset() async throws {
    try await run { descriptor in
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
      // The descriptor stays in use, so that `deinit` cannot close a new one with its number.
      let null = open("/dev/null", O_RDONLY)
      dup2(null, descriptor)
      close(null)
    }
  }
}
