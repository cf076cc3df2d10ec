import CTOML
import Controllers

/// The values of a TOML text with their places: the only file that knows the library that reads TOML.
struct TOMLDocument {
  enum Value: Equatable {
    case table
    case array([Value])
    case text(String)
    case number(Int)
    case flag(Bool)
    /// A kind of value that no preference has, as it is written.
    case other(String)
  }

  struct Entry {
    /// The keys that lead to the value.
    let path: [String]
    fileprivate(set) var value: Value
    let keyPlace: TextPlace
    let place: TextPlace
    /// The bytes of the key's beginning, and of the value.
    let keyStart: Int
    let range: Range<Int>
  }

  /// What makes a text no TOML.
  struct SyntaxError: Error, Equatable {
    let reason: String
    let place: TextPlace
  }

  let bytes: [UInt8]
  /// Tables, and the values in them, in the order of their places.
  let entries: [Entry]

  /// Bytes of a line.
  ///
  /// Each part of a dotted name is a table for the library, and costs it the more the
  /// longer the name is.
  private static let longestLine = 1_024

  init(_ bytes: [UInt8]) throws(SyntaxError) {
    try Self.checkLines(of: bytes)
    let visitor = Visitor(TextPlaces(bytes))
    bytes.withUnsafeBytes { buffer in
      ctoml_read(
        buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count,
        Unmanaged.passUnretained(visitor).toOpaque(),
        { context, node in
          guard let context, let node else { return }
          Unmanaged<Visitor>.fromOpaque(context).takeUnretainedValue().take(node.pointee)
        },
        { context, reason, place in
          guard let context, let reason else { return }
          Unmanaged<Visitor>.fromOpaque(context).takeUnretainedValue().failure = SyntaxError(
            reason: Visitor.shortened(String(cString: reason)), place: TextPlace(place))
        })
    }
    if let failure = visitor.failure { throw failure }
    self.bytes = bytes
    entries = visitor.entries.sorted {
      ($0.keyStart, $0.path.count) < ($1.keyStart, $1.path.count)
    }
  }

  private static func checkLines(of bytes: [UInt8]) throws(SyntaxError) {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard let line = lines.firstIndex(where: { $0.count > longestLine }) else { return }
    throw SyntaxError(
      reason: "the line is longer than \(longestLine) bytes",
      place: TextPlace(line: line + 1, column: 1))
  }

  func entry(at path: [String]) -> Entry? { entries.first { $0.path == path } }

  /// All values by their paths, without the places.
  var values: [[String]: Value] {
    Dictionary(entries.map { ($0.path, $0.value) }) { first, _ in first }
  }
}

/// Gathers what the library finds.
private final class Visitor {
  var entries: [TOMLDocument.Entry] = []
  var failure: TOMLDocument.SyntaxError?
  private let places: TextPlaces
  private var path: [String] = []
  /// The arrays that are being read: their depths, and their entries.
  private var arrayDepth: UInt32?

  init(_ places: TextPlaces) { self.places = places }

  func take(_ node: ctoml_node) {
    if let depth = arrayDepth, node.depth > depth { return takeElement(node) }
    arrayDepth = nil
    guard let key = node.key else { return }
    path.removeLast(path.count - Int(node.depth))
    path.append(Self.text(key, node.key_length))
    if node.kind == CTOML_ARRAY { arrayDepth = node.depth }
    let range = places.offset(node.begin)..<max(places.offset(node.begin), places.offset(node.end))
    entries.append(
      TOMLDocument.Entry(
        path: path, value: value(of: node, in: range), keyPlace: TextPlace(node.key_place),
        place: TextPlace(node.begin), keyStart: places.offset(node.key_place), range: range))
  }

  /// Preferences have only flat lists; what is inside of an element counts as one more.
  private func takeElement(_ node: ctoml_node) {
    guard case .array(let elements) = entries.last?.value else { return }
    let range = places.offset(node.begin)..<max(places.offset(node.begin), places.offset(node.end))
    entries[entries.count - 1].value = .array(elements + [value(of: node, in: range)])
  }

  private func value(of node: ctoml_node, in range: Range<Int>) -> TOMLDocument.Value {
    switch node.kind {
    case CTOML_TABLE: .table
    case CTOML_ARRAY: .array([])
    case CTOML_STRING: .text(node.text.map { Self.text($0, node.text_length) } ?? "")
    case CTOML_INTEGER: .number(Int(node.integer))
    case CTOML_BOOLEAN: .flag(node.flag)
    default: .other(String(decoding: places.bytes[range], as: UTF8.self))
    }
  }

  private static func text(_ start: UnsafePointer<CChar>, _ length: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
  }

  /// The library says first what it was doing.
  static func shortened(_ reason: String) -> String {
    guard reason.hasPrefix("Error while parsing "), let end = reason.firstRange(of: ": ") else {
      return reason
    }
    return String(reason[end.upperBound...])
  }
}

extension TextPlace {
  fileprivate init(_ place: ctoml_place) {
    self.init(line: Int(place.line), column: Int(place.column))
  }
}

extension TextPlaces {
  fileprivate func offset(_ place: ctoml_place) -> Int { offset(TextPlace(place)) }
}
