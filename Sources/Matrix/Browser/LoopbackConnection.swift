@preconcurrency import Dispatch
import Glibc
import Synchronization

/// One connection to a `LoopbackListener`: reads the head of a request, responds and ends.
///
/// Confined to the listener's queue, except for `close`.
final class LoopbackConnection: Sendable {
  private static let longestHead = 16_384

  private let file: Int32
  private let source: any DispatchSourceRead
  private let head = Mutex<[UInt8]>([])
  private let accept: LoopbackListener.Accept
  private let ended: @Sendable (LoopbackConnection) -> Void

  init(
    _ file: Int32, queue: DispatchQueue, _ accept: @escaping LoopbackListener.Accept,
    ended: @escaping @Sendable (LoopbackConnection) -> Void
  ) {
    self.file = file
    self.accept = accept
    self.ended = ended
    source = DispatchSource.makeReadSource(fileDescriptor: file, queue: queue)
    source.setCancelHandler { Glibc.close(file) }
  }

  /// Reads from now on; the connection lives until it ends.
  func start() {
    source.setEventHandler { self.read() }
    source.activate()
  }

  func close() { source.cancel() }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = Glibc.read(file, &bytes, bytes.count)
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    let response = head.withLock { head -> String? in
      guard count > 0 else { return "" }
      head += bytes[..<count]
      if let line = Self.requestLine(in: head) { return respond(to: line) }
      return head.count < Self.longestHead ? nil : Self.response("400 Bad Request", "")
    }
    guard let response else { return }
    // The kernel keeps so short a response until it is delivered.
    _ = Array(response.utf8).withUnsafeBytes {
      send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    shutdown(file, Int32(SHUT_WR))
    source.cancel()
    ended(self)
  }

  private func respond(to line: Substring) -> String {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[0] == "GET", words[2].hasPrefix("HTTP/1.") else {
      return Self.response("405 Method Not Allowed", "")
    }
    let parts = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard accept(String(parts[0]), parts.count == 2 ? String(parts[1]) : "") else {
      return Self.response("404 Not Found", "")
    }
    return Self.response("200 OK", Self.page)
  }

  /// The first line of a complete head; nil while it is incomplete.
  private static func requestLine(in head: [UInt8]) -> Substring? {
    let text = String(decoding: head, as: UTF8.self)
    guard text.contains("\r\n\r\n") else { return nil }
    return text.prefix { !$0.isNewline }
  }

  private static func response(_ status: String, _ body: String) -> String {
    """
    HTTP/1.1 \(status)\r
    Content-Type: text/html; charset=utf-8\r
    Content-Length: \(body.utf8.count)\r
    Content-Security-Policy: default-src 'none'\r
    Referrer-Policy: no-referrer\r
    Cache-Control: no-store\r
    Connection: close\r
    \r
    \(body)
    """
  }

  private static let page =
    "<!doctype html><title>chat-tui</title><p>Go back to chat-tui: it goes on there. "
    + "This page can be closed.</p>"
}
