import Foundation
import Synchronization
import Testing

/// A TLS server in front of a stub server, with a certificate from the fixtures.
///
/// Python's library provides TLS: a Swift one would cost the tests a quarter of their build time.
final class TLSFront: Sendable {
  private let lines = Mutex<[String]>([])
  private let input: FileHandle
  private let output: FileHandle

  init(_ certificate: String, before server: StubServer) throws {
    let folder = Fixture.path("TLS")
    let (input, output) = (Pipe(), Pipe())
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "\(folder)/front.py", "\(folder)/\(certificate).pem", "\(folder)/key.pem",
      String(server.port),
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    self.input = input.fileHandleForWriting
    self.output = output.fileHandleForReading
    self.output.readabilityHandler = { [weak self] file in
      let text = String(decoding: file.availableData, as: UTF8.self)
      self?.lines.withLock { $0 += text.split(separator: "\n").map(String.init) }
    }
  }

  /// The server's address, once it listens; the host is a name, as in certificates.
  func url() async throws -> String {
    try await eventually { output(at: 0) != nil }
    return "https://localhost:\(output(at: 0) ?? "")"
  }

  private func output(at line: Int) -> String? {
    lines.withLock { $0.count > line ? $0[line] : nil }
  }

  var connectionCount: Int { lines.withLock { $0.count { $0 == "connection" } } }

  func stop() {
    output.readabilityHandler = nil
    try? input.close()
  }
}
