import Foundation
import Glibc
import Testing

@testable import Homeserver

@Suite("The log of a server in the background")
struct ServerLogTests {
  private let room = DataRoom()
  private var log: ServerLog { ServerLog(path: room.file("serve.log")) }

  private func size() throws -> Int { try room.bytes("serve.log").count }

  @Test("A log that is too long keeps its last whole lines, and a server can append meanwhile")
  func trimming() throws {
    mkdir(room.path, 0o700)
    #expect(log.lastWords() == nil)
    log.trim()
    let output = try log.open()
    defer { close(output) }
    let line = String(repeating: "x", count: 1023) + "\n"
    let short = Array(String(repeating: line, count: 1024).utf8)
    #expect(write(output, short, short.count) == short.count)
    log.trim()
    #expect(try size() == short.count)

    #expect(write(output, "last\n", 5) == 5)
    log.trim()
    #expect(try size() <= ServerLog.kept)
    #expect(try size() > ServerLog.kept - 2048)
    #expect(write(output, "\n more \n \n", 10) == 10)
    let text = String(decoding: try room.bytes("serve.log"), as: UTF8.self)
    #expect(text.hasPrefix("xxx"))
    #expect(text.hasSuffix("x\nlast\n\n more \n \n"))
    #expect(log.lastWords() == "more")
    #expect(write(output, "chat-tui: it is full.\n", 22) == 22)
    #expect(log.lastWords() == "it is full")
  }

  @Test("A server that logs much cuts its log itself")
  func bounded() throws {
    mkdir(room.path, 0o700)
    let output = try log.open()
    defer { close(output) }
    let bounded = BoundedLog(log) { line in
      let bytes = Array((line + "\n").utf8)
      _ = write(output, bytes, bytes.count)
    }
    var longest = 0
    for number in 0..<5000 {
      bounded.say("\(number) " + String(repeating: "x", count: 1000))
      longest = max(longest, try size())
    }
    #expect(longest <= ServerLog.longest + 2 * ServerLog.kept)
    #expect(log.lastWords()?.hasPrefix("4999 ") == true)
  }

  @Test("A log that is a pipe or a link is not written to")
  func strange() throws {
    mkdir(room.path, 0o700)
    #expect(mkfifo(log.path, 0o600) == 0)
    #expect(throws: HomeserverError.self) { try log.open() }
    #expect(log.lastWords() == nil)
    log.trim()
    unlink(log.path)
    #expect(symlink(room.file("elsewhere"), log.path) == 0)
    #expect(throws: HomeserverError.self) { try log.open() }
  }
}
