extension JSONWriter {
  /// Writes a member.
  @inlinable
  public mutating func encode(_ name: String, _ value: some JSONEncodable) {
    key(name)
    value.encode(to: &self)
  }

  /// Writes a member whose value a transformer writes.
  @inlinable
  public mutating func encode<Coder: JSONTransformer>(
    _ name: String, _ value: Coder.Value, by coder: Coder.Type
  ) {
    key(name)
    coder.encode(value, to: &self)
  }

  /// Writes a member as it was read, or its value if that is another one.
  public mutating func encode(
    _ name: String, _ value: some JSONEncodable, as field: Int, in spellings: Spellings
  ) {
    key(name)
    if let original = spellings[field] { raw(original) } else { value.encode(to: &self) }
  }

  /// Writes a member as it was read, or its value by a transformer if that is another one.
  public mutating func encode<Coder: JSONTransformer>(
    _ name: String, _ value: Coder.Value, as field: Int, in spellings: Spellings,
    by coder: Coder.Type
  ) {
    key(name)
    if let original = spellings[field] { raw(original) } else { coder.encode(value, to: &self) }
  }

  /// Writes a set as an array sorted by the text of its elements, so that equal sets produce equal
  /// texts.
  public mutating func set<Element>(
    _ elements: Set<Element>, _ write: (inout JSONWriter, Element) -> Void
  ) {
    let texts = elements.map { element in
      var writer = JSONWriter()
      write(&writer, element)
      return writer.finish()
    }
    beginArray()
    for text in texts.sorted(by: { $0.lexicographicallyPrecedes($1) }) { raw(checked: text) }
    endArray()
  }

  /// Writes a table as an object sorted by key, so that equal tables produce equal texts.
  public mutating func table<Key: JSONKeyRepresentable, Value>(
    _ table: [Key: Value], _ write: (inout JSONWriter, Value) -> Void
  ) {
    beginObject()
    members(table, write)
    endObject()
  }

  /// Writes a table into the open object, sorted by key.
  public mutating func members<Key: JSONKeyRepresentable, Value>(
    _ table: [Key: Value], _ write: (inout JSONWriter, Value) -> Void
  ) {
    let members = table.map { (key: $0.key.jsonKey, value: $0.value) }
    for member in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      key(member.key)
      write(&self, member.value)
    }
  }
}
