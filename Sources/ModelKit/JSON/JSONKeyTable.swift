/// The keys of an object's members, to find a key's place in their list.
///
/// Tables are constants of types, so their memory is never released; an array in its place would be
/// retained and released for each key of a document.
public struct JSONKeyTable: Sendable {
  private struct Entry {
    let key: UnsafePointer<UInt8>
    let place: Int
  }

  // Unsafe because pointers are not Sendable: their memory is written once, before the initializer
  // ends, and is never changed or released.

  /// The keys, sorted by length.
  private nonisolated(unsafe) let entries: UnsafePointer<Entry>
  /// Where the keys of a length begin in `entries`; the entry after it is where they end.
  private nonisolated(unsafe) let starts: UnsafePointer<Int>
  private let longest: Int

  /// Makes a table of different keys.
  public init(_ keys: [StaticString]) {
    self.init(keys.map { Array($0.description.utf8) })
  }

  private init(_ keys: [[UInt8]]) {
    let places = keys.indices.sorted { (keys[$0].count, $0) < (keys[$1].count, $1) }
    entries = Self.constant(places.map { Entry(key: Self.constant(keys[$0]), place: $0) })
    let longest = keys.map(\.count).max() ?? -1
    starts = Self.constant((0...longest + 1).map { length in keys.count { $0.count < length } })
    self.longest = longest
  }

  /// Makes a table of different keys, which the text separates by spaces.
  ///
  /// A text is a constant of the program, but an array is code that compilers take time for.
  public init(_ keys: StaticString) {
    self.init(keys.description.split(whereSeparator: \.isWhitespace).map { Array($0.utf8) })
  }

  private static func constant<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
    let copy = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    for (index, element) in elements.enumerated() { (copy + index).initialize(to: element) }
    return UnsafePointer(copy)
  }

  /// The key at a place.
  func key(at place: Int) -> String {
    let count = starts[longest + 1]
    let index = (0..<count).first { entries[$0].place == place } ?? 0
    let length = (0...longest).last { starts[$0] <= index } ?? 0
    let bytes = UnsafeBufferPointer(start: entries[index].key, count: length)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The place of a key; -1 if it is not in the list.
  ///
  /// Compares a key only with those of its length.
  public subscript(key: JSONKey) -> Int {
    guard key.count <= longest else { return -1 }
    var entry = entries + starts[key.count]
    let end = entries + starts[key.count + 1]
    while entry < end {
      if JSONKey.same(entry.pointee.key, key.start, key.count) { return entry.pointee.place }
      entry += 1
    }
    return -1
  }
}
