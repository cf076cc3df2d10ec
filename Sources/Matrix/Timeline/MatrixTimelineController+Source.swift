package import Controllers
import ModelKit
package import Models
package import Signals

extension MatrixTimelineController {
  package func source(
    of message: Message.ID, in room: RoomID
  ) -> Signal<EventSource, RequestError> {
    .from { [store] () async throws(RequestError) -> EventSource in
      let json = try await store.read { contents, tables in
        try contents.rooms[room].flatMap { try tables.json(of: message, in: $0.number) }
      }
      guard let json, let value = try? JSONValue(Array(json.utf8)) else {
        throw RequestError(operation: .loadTimeline, reason: .refused, status: 404)
      }
      var writer = SourceWriter()
      writer.write(value)
      return EventSource(text: writer.text, isComplete: writer.isComplete)
    }
  }

  package func relatedEvents(
    to message: Message.ID, in room: RoomID
  ) -> Signal<[RelatedEvent], RequestError> {
    .from { [store] () async throws(RequestError) -> [RelatedEvent] in
      try await store.read { contents, tables in
        guard let room = contents.rooms[room] else { return [] }
        return try tables.related(to: message, in: room.number, limit: Limits.related)
      }
    }
  }
}

/// Writes JSON with a line for each member and element, up to a limit.
struct SourceWriter {
  private(set) var text = ""
  private(set) var isComplete = true
  private var depth = 0

  mutating func write(_ value: JSONValue) {
    switch value {
    case .object(let members) where members.contains { _ in true }:
      list("{", members.map { ($0.key, $0.value) }, "}")
    case .array(let elements) where !elements.isEmpty:
      list("[", elements.map { (nil, $0) }, "]")
    default: add(value.text.withVisibleEscapes)
    }
  }

  private mutating func list(
    _ opening: String, _ parts: [(key: String?, value: JSONValue)], _ closing: String
  ) {
    add(opening)
    depth += 1
    for (index, part) in parts.enumerated() {
      guard isComplete else { break }
      breakLine()
      if let key = part.key { add(JSONValue.string(key).text.withVisibleEscapes + ": ") }
      write(part.value)
      if index < parts.count - 1 { add(",") }
    }
    depth -= 1
    breakLine()
    add(closing)
  }

  private mutating func breakLine() { add("\n" + String(repeating: "  ", count: depth)) }

  private mutating func add(_ more: String) {
    guard isComplete else { return }
    text += more.cut(toBytes: Limits.source - text.utf8.count)
    isComplete = text.utf8.count < Limits.source
  }
}

extension String {
  /// JSON text with escapes for what cannot be seen, or would reorder the rest.
  fileprivate var withVisibleEscapes: String {
    guard unicodeScalars.contains(where: \.isUnseen) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      guard scalar.isUnseen else {
        result.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  fileprivate var isUnseen: Bool {
    guard !isASCII else { return false }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      return true
    default: return properties.isDefaultIgnorableCodePoint
    }
  }
}
