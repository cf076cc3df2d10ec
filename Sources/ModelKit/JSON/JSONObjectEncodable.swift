/// A type that is written as an object.
public protocol JSONObjectEncodable: JSONEncodable {
  /// Writes the members into the open object.
  func encodeMembers(to writer: inout JSONWriter)
}

extension JSONObjectEncodable {
  /// Writes the object: the set fields and the unknown members.
  @inlinable
  public func encode(to writer: inout JSONWriter) {
    writer.beginObject()
    encodeMembers(to: &writer)
    writer.endObject()
  }
}
