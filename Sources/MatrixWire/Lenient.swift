/// A key of any name, for objects whose members are data.
struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// A value that is skipped without being read.
struct Ignored: Decodable {
  init(from decoder: any Decoder) {}
}

/// A list in which an element that cannot be read costs only itself.
package struct LenientList<Element: Decodable & Sendable>: Decodable, Sendable {
  package let elements: [Element]
  /// How many elements could not be read.
  package let dropped: Int

  package init(elements: [Element] = [], dropped: Int = 0) {
    self.elements = elements
    self.dropped = dropped
  }

  package init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var elements: [Element] = []
    var dropped = 0
    while !container.isAtEnd {
      do {
        elements.append(try container.decode(Element.self))
      } catch {
        _ = try container.decode(Ignored.self)
        dropped += 1
      }
    }
    self.init(elements: elements, dropped: dropped)
  }
}

/// An object used as a table, in which a member that cannot be read costs only itself.
package struct LenientMap<Value: Decodable & Sendable>: Decodable, Sendable {
  package let members: [String: Value]
  /// How many members could not be read.
  package let dropped: Int

  package init(members: [String: Value] = [:], dropped: Int = 0) {
    self.members = members
    self.dropped = dropped
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    var members: [String: Value] = [:]
    var dropped = 0
    for key in container.allKeys {
      do {
        members[key.stringValue] = try container.decode(Value.self, forKey: key)
      } catch {
        dropped += 1
      }
    }
    self.init(members: members, dropped: dropped)
  }
}

/// Reads optional members of an object: one of the wrong type counts as absent and is counted.
struct LenientReader<Key: CodingKey> {
  private let container: KeyedDecodingContainer<Key>
  private(set) var dropped = 0

  init(_ decoder: any Decoder, keyedBy keys: Key.Type) throws {
    container = try decoder.container(keyedBy: keys)
  }

  mutating func value<Value: Decodable>(_ key: Key, as type: Value.Type = Value.self) -> Value? {
    do {
      return try container.decodeIfPresent(type, forKey: key)
    } catch {
      dropped += 1
      return nil
    }
  }

  mutating func list<Element: Decodable & Sendable>(
    _ key: Key, of type: Element.Type = Element.self
  ) -> [Element] {
    guard let list: LenientList<Element> = value(key) else { return [] }
    dropped += list.dropped
    return list.elements
  }

  /// The `events` of a member that is an object around them, as sync answers have it.
  mutating func events<Element: Decodable & Sendable>(
    in key: Key, of type: Element.Type = Element.self
  ) -> [Element] {
    guard let box: EventBox<Element> = value(key) else { return [] }
    dropped += box.dropped
    return box.events
  }

  mutating func map<Value: Decodable & Sendable>(
    _ key: Key, of type: Value.Type = Value.self
  ) -> [String: Value] {
    guard let map: LenientMap<Value> = value(key) else { return [:] }
    dropped += map.dropped
    return map.members
  }

}

/// The object `{"events": […]}` of sync answers.
private struct EventBox<Element: Decodable & Sendable>: Decodable {
  let events: [Element]
  let dropped: Int

  enum Keys: String, CodingKey { case events }

  init(from decoder: any Decoder) throws {
    var reader = try LenientReader(decoder, keyedBy: Keys.self)
    events = reader.list(.events)
    dropped = reader.dropped
  }
}
