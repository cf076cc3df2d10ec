import Glibc

/// A non-blocking HTTP/1.1 connection with one request at a time.
final class Connection {
  /// Receives the status and the body of each response, and the time when it was complete.
  typealias Handler = (Int, UnsafeRawBufferPointer, Int) throws -> Void

  private let host: String
  private let port: UInt16
  private(set) var descriptor: CInt = -1
  private var inbound = [UInt8](repeating: 0, count: 16_384)
  private var filled = 0
  private var head: ResponseHead?
  private var outbound: [UInt8] = []
  private(set) var receivedBytes = 0
  /// Called for each response.
  var onResponse: Handler = { _, _, _ in }

  init(host: String, port: UInt16) throws {
    self.host = host
    self.port = port
    try connect()
  }

  deinit { close(descriptor) }

  /// Whether a part of a request still waits to be sent.
  var isSending: Bool { !outbound.isEmpty }

  /// Reconnects after the server closed the connection.
  func reconnect() throws {
    outbound = []
    try connect()
  }

  private func connect() throws {
    if descriptor >= 0 { close(descriptor) }
    descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure.system("socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else {
      throw Failure("\(host) is no IPv4 address")
    }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw Failure.system("connect") }
    var on: CInt = 1
    setsockopt(
      descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
    guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { throw Failure.system("fcntl") }
    filled = 0
    head = nil
  }

  /// Sends a request; reconnects if the server closed the connection meanwhile.
  func send(_ request: [UInt8]) throws {
    outbound = request
    if try !flush() {
      try connect()
      outbound = request
      guard try flush() else { throw Failure("the server closes each connection") }
    }
  }

  /// Sends what can be sent; false if the connection is closed.
  @discardableResult
  func flush() throws -> Bool {
    while !outbound.isEmpty {
      let count = Glibc.send(descriptor, outbound, outbound.count, CInt(MSG_NOSIGNAL))
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EAGAIN { return true }
        if errno == EPIPE || errno == ECONNRESET { return false }
        throw Failure.system("send")
      }
      outbound.removeFirst(count)
    }
    return true
  }

  /// Reads the available data, and delivers the response when it is complete.
  ///
  /// - Returns: False if the server closed the connection in the middle of a request.
  func receive() throws -> Bool {
    while true {
      if filled == inbound.count {
        inbound.append(contentsOf: [UInt8](repeating: 0, count: inbound.count))
      }
      let count = inbound.withUnsafeMutableBytes { buffer in
        recv(descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled, 0)
      }
      if count == 0 { return false }
      if count < 0 {
        if errno == EINTR { continue }
        if errno == ECONNRESET { return false }
        guard errno == EAGAIN else { throw Failure.system("recv") }
        return true
      }
      filled += count
      receivedBytes += count
      // A read that did not fill the buffer has read everything.
      let isAll = filled < inbound.count
      try finishResponse()
      if isAll { return true }
    }
  }

  private func finishResponse() throws {
    try inbound.withUnsafeBytes { buffer in
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<filled])
      if head == nil { head = try ResponseHead(bytes) }
      guard let head, let body = try head.body(in: bytes) else { return }
      self.head = nil
      filled = 0
      switch body {
      case .inPlace(let range):
        try onResponse(head.status, UnsafeRawBufferPointer(rebasing: bytes[range]), Clock.now)
      case .joined(let joined):
        try joined.withUnsafeBytes { try onResponse(head.status, $0, Clock.now) }
      }
    }
  }
}
