import ModelSchema

/// Converts byte offsets in a document to JSON paths; the document may be invalid.
struct DocumentPlaces {
  private enum Container {
    /// The range of the key whose value comes next; nil between members.
    case object(key: Range<Int>?)
    /// The index of the next element.
    case array(index: Int)
  }

  private let bytes: [UInt8]
  private var containers: [Container] = []
  private var wanted: ArraySlice<Int>
  private var paths: [Int: String] = [:]

  private init(bytes: [UInt8], wanted: [Int]) {
    self.bytes = bytes
    self.wanted = wanted[...]
  }

  /// The diagnostics, with path and byte offset in front of their messages.
  static func described(_ diagnostics: [Diagnostic], in file: SourceFile) -> [Diagnostic] {
    let offsets = diagnostics.map {
      file.line($0.location.line).startIndex + $0.location.column - 1
    }
    let paths = paths(of: offsets, in: file.bytes)
    return zip(diagnostics, offsets).map { diagnostic, offset in
      var result = diagnostic
      result.message = "\(paths[offset] ?? "$") (byte \(offset)): \(diagnostic.message)"
      return result
    }
  }

  /// The path of the innermost value that contains each offset, found in one scan.
  static func paths(of offsets: [Int], in bytes: [UInt8]) -> [Int: String] {
    var places = DocumentPlaces(bytes: bytes, wanted: Set(offsets).sorted())
    var start = 0
    while start < bytes.count, !places.wanted.isEmpty { start = places.scan(from: start) }
    places.answer(before: Int.max, isElement: false)
    return places.paths
  }

  /// Scans one punctuation character, string, number or word; returns the start of the next.
  private mutating func scan(from start: Int) -> Int {
    let next = start + 1
    switch bytes[start] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      answer(before: next, isElement: true)
      let isObject = bytes[start] == UInt8(ascii: "{")
      containers.append(isObject ? .object(key: nil) : .array(index: 0))
      return next
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      answer(before: next, isElement: false)
      _ = containers.popLast()
      valueHasEnded()
      return next
    case UInt8(ascii: "\""):
      let end = endOfString(from: start)
      if case .object(nil) = containers.last {
        containers[containers.count - 1] = .object(key: start..<end)
        answer(before: end, isElement: true)
      } else {
        answer(before: end, isElement: true)
        valueHasEnded()
      }
      return end
    case UInt8(ascii: ","), UInt8(ascii: ":"), 0x09, 0x0A, 0x0D, 0x20:
      answer(before: next, isElement: false)
      return next
    default:
      let end = endOfWord(from: start)
      // A truncated number is reported at the byte after it.
      let isCut = ".eE+-".utf8.contains(bytes[end - 1])
      answer(before: isCut ? end + 1 : end, isElement: true)
      valueHasEnded()
      return end
    }
  }

  /// Assigns the current path to all offsets before the given one.
  private mutating func answer(before end: Int, isElement: Bool) {
    while let offset = wanted.first, offset < end {
      paths[offset] = path(isElement: isElement)
      wanted.removeFirst()
    }
  }

  private func path(isElement: Bool) -> String {
    var path = "$"
    for (place, container) in containers.enumerated() {
      switch container {
      case .object(let key?): path += step(to: key)
      case .array(let index) where isElement || place < containers.count - 1:
        path += "[\(index)]"
      default: break
      }
    }
    return path
  }

  private func step(to key: Range<Int>) -> String {
    let text = Array(bytes[key])
    let name =
      LocatedJSON.parse(SourceFile(path: "", bytes: text)).value?.string
      ?? String(decoding: text, as: UTF8.self)
    return SwiftName.isIdentifier(name) ? ".\(name)" : "[\(JSONTree.quoted(name))]"
  }

  private mutating func valueHasEnded() {
    switch containers.popLast() {
    case .object: containers.append(.object(key: nil))
    case .array(let index): containers.append(.array(index: index + 1))
    case nil: break
    }
  }

  private func endOfString(from start: Int) -> Int {
    var end = start + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(end + 1, bytes.count)
  }

  private func endOfWord(from start: Int) -> Int {
    let rest = bytes[(start + 1)...]
    return rest.firstIndex { $0 <= 0x20 || "{}[],:\"".utf8.contains($0) } ?? bytes.count
  }
}
