/// A JSON value whose meaning is not known in advance, such as the content of an event.
///
/// Reading is lossy where a document is hostile: a value that cannot be read (a number out of
/// range, a broken escape) or that lies deeper than `maximumDepth` is left out of its object or
/// becomes null in its array; all else is kept.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// How deep a value may lie in its document; servers accept less than this from a client.
  package static let maximumDepth = 100

  /// The member of an object; nil for an absent one and for what is no object.
  package subscript(_ key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  package var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  package var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var object: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// A whole number; one beyond the range of `Int` is clamped to it, a fraction is cut off.
  package var integer: Int? {
    switch self {
    case .integer(let value): Int(clamping: value)
    case .number(let value) where value.isFinite:
      value >= 0x1p62 ? Int.max : value <= -0x1p62 ? Int.min : Int(value)
    default: nil
    }
  }
}

extension JSONValue: Decodable {
  package init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= Self.maximumDepth else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "nested too deeply"))
    }
    // Texts are tried first: they are by far the most frequent, and a failed try is slow.
    let single = try decoder.singleValueContainer()
    if let text = try? single.decode(String.self) {
      self = .string(text)
    } else if single.decodeNil() {
      self = .null
    } else if let container = try? decoder.container(keyedBy: AnyKey.self) {
      self = .object(Self.members(of: container))
    } else if let container = try? decoder.unkeyedContainer() {
      self = .array(try Self.elements(of: container))
    } else if let value = try? single.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? single.decode(Int64.self) {
      self = .integer(value)
    } else {
      self = .number(try single.decode(Double.self))
    }
  }

  private static func members(
    of container: KeyedDecodingContainer<AnyKey>
  ) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    for key in container.allKeys {
      members[key.stringValue] = try? container.decode(JSONValue.self, forKey: key)
    }
    return members
  }

  private static func elements(
    of container: any UnkeyedDecodingContainer
  ) throws -> [JSONValue] {
    var container = container
    var elements: [JSONValue] = []
    while !container.isAtEnd {
      if let element = try? container.decode(JSONValue.self) {
        elements.append(element)
      } else {
        _ = try container.decode(Ignored.self)
        elements.append(.null)
      }
    }
    return elements
  }
}

extension JSONValue: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
