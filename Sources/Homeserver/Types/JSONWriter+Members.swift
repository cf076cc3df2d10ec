import ModelKit

extension JSONWriter {
  /// Encodes an object whose members a closure writes.
  static func object(
    reserving size: Int = 0, _ members: (inout JSONWriter) throws -> Void
  ) rethrows -> [UInt8] {
    var writer = JSONWriter()
    writer.reserve(size)
    try writer.object(members)
    return writer.finish()
  }

  /// Writes an object as the next value.
  mutating func object(_ members: (inout JSONWriter) throws -> Void) rethrows {
    beginObject()
    try members(&self)
    endObject()
  }

  /// Writes an array as the next value.
  mutating func array<Element>(
    _ elements: some Sequence<Element>, _ write: (Element, inout JSONWriter) throws -> Void
  ) rethrows {
    beginArray()
    for element in elements { try write(element, &self) }
    endArray()
  }

  mutating func member(_ name: String, _ text: String) {
    key(name)
    string(text)
  }

  mutating func member(_ name: String, _ number: some FixedWidthInteger) {
    key(name)
    integer(number)
  }

  mutating func member(_ name: String, _ flag: Bool) {
    key(name)
    boolean(flag)
  }

  /// Writes a member whose value is JSON already.
  mutating func member(_ name: String, checked json: [UInt8]) {
    key(name)
    raw(checked: json)
  }

  mutating func member(_ name: String, _ value: JSONSlice) {
    key(name)
    raw(value)
  }

  mutating func member(
    _ name: String, _ members: (inout JSONWriter) throws -> Void
  ) rethrows {
    key(name)
    try object(members)
  }

  mutating func member<Element>(
    _ name: String, _ elements: some Sequence<Element>,
    _ write: (Element, inout JSONWriter) throws -> Void
  ) rethrows {
    key(name)
    try array(elements, write)
  }
}
