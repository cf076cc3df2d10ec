package import Foundation

/// A minimal HTTP client: one request on one connection to this machine.
///
/// The tests have their own client, so that bugs in the program's transport cannot hide themselves.
package enum LoopbackHTTP {
  /// A response of any status.
  package struct Response {
    package let status: Int
    package let body: Data
  }

  /// Why there is no response.
  package enum Failure: Error {
    case unusableURL(String)
    case system(operation: String, code: Int32)
    case noResponse
  }

  /// Sends a request to `http://127.0.0.1:PORT` and waits for the whole response.
  package static func send(
    _ method: String, _ url: String, headers: [String: String] = [:], body: Data = Data(),
    timeoutSeconds: Int = 30
  ) throws -> Response {
    guard let components = URLComponents(string: url), components.scheme == "http",
      let host = components.host, let port = components.port.flatMap(UInt16.init(exactly:))
    else { throw Failure.unusableURL(url) }
    let query = components.percentEncodedQuery.map { "?\($0)" } ?? ""
    // A server closes the connection after an HTTP/1.0 response and sends it unchunked.
    var head = "\(method) \(components.percentEncodedPath)\(query) HTTP/1.0\r\n"
    head += "Host: \(host):\(port)\r\nContent-Length: \(body.count)\r\n"
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    let connection = try connect(port: port, timeoutSeconds: timeoutSeconds)
    defer { close(connection) }
    try write(Data((head + "\r\n").utf8) + body, to: connection)
    return try parse(readAll(from: connection))
  }

  private static func connect(port: UInt16, timeoutSeconds: Int) throws -> Int32 {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard connection >= 0 else { throw Failure.system(operation: "socket", code: errno) }
    var timeout = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      let size = socklen_t(MemoryLayout<timeval>.size)
      setsockopt(connection, SOL_SOCKET, option, &timeout, size)
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else {
      let code = errno
      close(connection)
      throw Failure.system(operation: "connect", code: code)
    }
    return connection
  }

  private static func write(_ data: Data, to connection: Int32) throws {
    var rest = data
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure.system(operation: "send", code: errno) }
      rest = rest.dropFirst(count)
    }
  }

  private static func readAll(from connection: Int32) throws -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count >= 0 else { throw Failure.system(operation: "recv", code: errno) }
      guard count > 0 else { return data }
      data += buffer.prefix(count)
    }
  }

  private static func parse(_ data: Data) throws -> Response {
    guard let end = data.firstRange(of: Data("\r\n\r\n".utf8)),
      let status = String(decoding: data[..<end.lowerBound], as: UTF8.self)
        .split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { throw Failure.noResponse }
    return Response(status: status, body: Data(data[end.upperBound...]))
  }
}
