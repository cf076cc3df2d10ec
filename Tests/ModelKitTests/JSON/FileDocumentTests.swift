import Foundation
import Glibc
import Testing

@testable import ModelKit

@Suite("Documents from files")
struct FileDocumentTests {
  /// Passes an open file with this content to a closure; it has no name.
  private func withFile<Result>(
    _ bytes: [UInt8], _ body: (Int32) throws -> Result
  ) throws -> Result {
    let path = FileManager.default.temporaryDirectory.appending(path: "json-\(UUID())").path
    try Data(bytes).write(to: URL(filePath: path))
    let file = open(path, O_RDONLY | O_CLOEXEC)
    unlink(path)
    defer { close(file) }
    return try body(file)
  }

  /// The kilobytes of a document's mapping that are in memory.
  private func resident(_ document: JSONDocument) throws -> Int {
    let start = String(UInt(bitPattern: document.base), radix: 16) + "-"
    // In pieces: the system gives a part of its report with each read.
    let file = open("/proc/self/smaps", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var report = Data()
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(file, &piece, piece.count), count > 0 { report += piece[..<count] }
    let map = String(decoding: report, as: UTF8.self)
    let entry = try #require(map.range(of: "\n" + start))
    let line = try #require(map[entry.upperBound...].firstMatch(of: /Rss: +(\d+) kB/))
    return try #require(Int(line.1))
  }

  @Test("A document may be read from a file that is closed at once")
  func reads() throws {
    for count in [1, 4032, 4095, 4096, 4097, 1 << 20] {
      let text = "\"" + repeated("é", count / 2) + "\""
      let document = try #require(try withFile(Array(text.utf8)) { try JSONDocument(file: $0) })
      #expect(document.count == text.utf8.count && document.bytes.elementsEqual(text.utf8))
      #expect(try JSONReader.whole(document) == repeated("é", count / 2))
    }
    #expect(try withFile([]) { try JSONDocument(file: $0) } == nil)
    #expect(try JSONDocument(file: -1) == nil)
  }

  @Test("Invalid UTF-8 is found wherever it is, and a sequence may be anywhere")
  func validates() throws {
    let stride = MappedText.stride
    for shift in 0..<5 {
      var bytes = Array(("\"" + repeated("a", stride - 4 + shift) + "🙂\"").utf8)
      let document = try withFile(bytes) { try JSONDocument(file: $0) }
      #expect(document?.count == bytes.count)
      let wrong = bytes.count - 3
      bytes[wrong] = 0x20
      #expect(throws: JSONError(.invalidUTF8, offset: wrong - 2)) {
        try withFile(bytes) { try JSONDocument(file: $0) }
      }
    }
    #expect(throws: JSONError.self) {
      try withFile([UInt8](repeating: 0x80, count: 2 * stride)) { try JSONDocument(file: $0) }
    }
    #expect(throws: JSONError(.tooLarge(limit: 3), offset: 3)) {
      try withFile(Array("[1,2]".utf8)) {
        try JSONDocument(file: $0, limits: JSONLimits(maximumByteCount: 3))
      }
    }
  }

  @Test("What was read of a file does not stay in memory")
  func forgets() throws {
    let text = "[" + repeated("\"\(repeated("a", 998))\",", 6000) + "null]"
    let document = try #require(try withFile(Array(text.utf8)) { try JSONDocument(file: $0) })
    #expect(try resident(document) < 2048)
    var reader = JSONReader(document)
    var most = 0
    var count = 0
    try reader.beginArray()
    while try reader.nextElement() {
      try reader.skipValue()
      count += 1
      if count % 500 == 0 { most = max(most, try resident(document)) }
    }
    #expect(count == 6001)
    #expect(most < 2048)
    reader = JSONReader(document)
    try reader.skipValue()
    #expect(try resident(document) < 2048)
    _ = JSONPath.locate(document.count - 2, in: document)
    #expect(try resident(document) < 2048)
  }

  private func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }
}

extension JSONReader {
  /// The string that is a whole document.
  fileprivate static func whole(_ document: JSONDocument) throws -> String {
    var reader = JSONReader(document)
    let text = try reader.readString()
    try reader.finish()
    return text
  }
}
