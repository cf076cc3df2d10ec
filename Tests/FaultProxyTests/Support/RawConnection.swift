import Foundation

/// A client connection that sends and reads raw bytes.
///
/// It blocks, so each one runs on its own thread: ``perform(port:_:)``.
final class RawConnection {
  /// How the other side ended a connection.
  enum Ending: Equatable {
    case closed, reset, silent
  }

  /// Everything received until the end.
  struct Rest: Equatable {
    let text: String
    let ending: Ending

    /// The part after the head.
    var body: String {
      text.range(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? ""
    }
  }

  struct SystemFailure: Error {
    let operation: String
    let code: Int32
  }

  private let socket: Int32

  /// Runs `body` with a new connection on its own thread, and closes the connection.
  static func perform<Value: Sendable>(
    port: Int, _ body: @escaping @Sendable (RawConnection) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            let connection = try RawConnection(port: port)
            defer { close(connection.socket) }
            return try body(connection)
          })
      }
    }
  }

  /// Sends bytes and reads until the other side ends the connection.
  static func exchange(port: Int, _ text: String, seconds: Int = 30) async throws -> Rest {
    try await perform(port: port) { connection in
      try connection.send(text)
      return connection.readRest(seconds: seconds)
    }
  }

  private init(port: Int) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { throw SystemFailure(operation: "socket", code: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = (UInt16(exactly: port) ?? 0).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw SystemFailure(operation: "connect", code: errno) }
  }

  func send(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw SystemFailure(operation: "send", code: errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads up to and including a required text.
  func read(until end: String) throws -> String {
    var bytes: [UInt8] = []
    setTimeout(seconds: 30)
    while !bytes.suffix(end.utf8.count).elementsEqual(end.utf8) {
      var byte: UInt8 = 0
      guard recv(socket, &byte, 1, 0) == 1 else {
        throw SystemFailure(
          operation: "recv after \(String(decoding: bytes, as: UTF8.self))", code: errno)
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads until the end, or until nothing arrives for a while.
  func readRest(seconds: Int = 30) -> Rest {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    setTimeout(seconds: seconds)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      guard count <= 0 else {
        bytes += buffer.prefix(count)
        continue
      }
      let ending: Ending = count == 0 ? .closed : errno == ECONNRESET ? .reset : .silent
      return Rest(text: String(decoding: bytes, as: UTF8.self), ending: ending)
    }
  }

  /// Sends up to `count` bytes; returns how many the other side took before a one-second stall.
  func sendUntilStuck(_ count: Int) -> Int {
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
    setTimeout(seconds: 1)
    var sent = 0
    while sent < count {
      let taken = Glibc.send(socket, piece, min(piece.count, count - sent), Int32(MSG_NOSIGNAL))
      guard taken > 0 else { break }
      sent += taken
    }
    return sent
  }

  private func setTimeout(seconds: Int) {
    var time = timeval(tv_sec: seconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(socket, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
  }
}

/// A port whose listener never reads.
final class DeafServer {
  let port: Int
  private let socket: Int32

  init() throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let socket = socket
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, size) == 0 && listen(socket, 8) == 0 ? getsockname(socket, $0, &size) : -1
      }
    }
    guard status == 0 else { throw RawConnection.SystemFailure(operation: "listen", code: errno) }
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit {
    close(socket)
  }
}

/// The text of a request, with or without a body.
func request(
  _ method: String = "GET", _ target: String = "/", body: String? = nil, _ headers: String...
) -> String {
  let length = body.map { ["Content-Length: \($0.utf8.count)"] } ?? []
  let lines = ["\(method) \(target) HTTP/1.1", "Host: client"] + headers + length
  return (lines + ["", body ?? ""]).joined(separator: "\r\n")
}
