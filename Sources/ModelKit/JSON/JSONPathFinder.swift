/// Walks a document token by token and tracks the path to the current position.
struct JSONPathFinder: ~Copyable {
  /// The greatest number of steps in a path; the middle of a longer one is left out.
  private static let maximumSteps = 32
  /// The greatest number of bytes of a key in a path.
  private static let maximumKeyLength = 128

  /// One open array or object.
  private struct Level {
    let isObject: Bool
    /// The index of the element in an array.
    var index = -1
    /// The key of the member in an object; it points into the reader.
    var key: JSONKey?
    /// Whether the path continues to the element or member, rather than ending at the container.
    var isAtValue = false
  }

  private var reader: JSONReader
  private var levels: [Level] = []
  private var isBehindValue = false
  private var isFinished = false

  init(_ document: JSONDocument) {
    // Paths may lead to anything that can be skipped.
    reader = JSONReader(document, maximumDepth: JSONLimits.maximumSkippedDepth)
  }

  /// The path of the value at an offset, which must not be less than that of the previous call.
  mutating func path(at offset: Int) -> String {
    do {
      while !isFinished {
        if offset < reader.offset {
          // Before a value that the reader has reached: in its key, or between two values.
          return text(isContainer: !isBehindValue)
        }
        try step()
      }
    } catch {
      isFinished = true
    }
    return text(isContainer: false)
  }

  private mutating func step() throws(JSONError) {
    if isBehindValue { return try goToNextValue() }
    isBehindValue = true
    switch reader.kind {
    case .object:
      try reader.beginObject()
      levels.append(Level(isObject: true))
    case .array:
      try reader.beginArray()
      levels.append(Level(isObject: false))
    default: try reader.skipValue()
    }
  }

  private mutating func goToNextValue() throws(JSONError) {
    guard var level = levels.popLast() else {
      isFinished = true
      return
    }
    level.isAtValue = false
    levels.append(level)
    if level.isObject {
      level.key = try reader.nextKey()
      level.isAtValue = level.key != nil
    } else {
      level.isAtValue = try reader.nextElement()
      level.index += 1
    }
    levels.removeLast()
    guard level.isAtValue else { return }
    levels.append(level)
    isBehindValue = false
  }

  private func text(isContainer: Bool) -> String {
    var steps = levels.filter(\.isAtValue)
    if isContainer, !steps.isEmpty { steps.removeLast() }
    guard steps.count > Self.maximumSteps else {
      return "$" + steps.map(Self.text).joined()
    }
    let half = Self.maximumSteps / 2
    return "$" + steps.prefix(half).map(Self.text).joined() + "…"
      + steps.suffix(half).map(Self.text).joined()
  }

  private static func text(of level: Level) -> String {
    guard let key = level.key else { return "[\(level.index)]" }
    if isName(key) { return "." + key.string }
    guard key.count > maximumKeyLength else { return "[\(JSONValue.string(key.string).text)]" }
    let start = JSONKey(start: key.start, count: maximumKeyLength).string
    // A scalar split by the cut appears as U+FFFD.
    return "[\(JSONValue.string(start + "…").text)]"
  }

  /// Whether a key needs no quotation marks in a path.
  private static func isName(_ key: JSONKey) -> Bool {
    guard (1...maximumKeyLength).contains(key.count) else { return false }
    return UnsafeBufferPointer(start: key.start, count: key.count).enumerated().allSatisfy {
      switch $1 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"):
        true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): $0 > 0
      default: false
      }
    }
  }
}
