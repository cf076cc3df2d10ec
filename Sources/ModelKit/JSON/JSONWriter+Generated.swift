extension JSONWriter {
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
