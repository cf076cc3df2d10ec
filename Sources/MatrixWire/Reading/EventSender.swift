package import ModelKit

/// The sender of an event nested in another one; empty for any other value.
package enum EventSender: JSONTransformer {
  package static func decode(from reader: inout JSONReader) throws(JSONError) -> String {
    try reader.readValue()["sender"]?.string ?? ""
  }

  package static func encode(_ sender: String, to writer: inout JSONWriter) {
    JSONValue.object(["sender": .string(sender)]).encode(to: &writer)
  }
}
