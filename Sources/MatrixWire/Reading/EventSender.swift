package import ModelKit

/// Who sent an event that stands within another one; empty for anything else that is there.
package enum EventSender: JSONTransformer {
  package static func decode(from reader: inout JSONReader) throws(JSONError) -> String {
    try reader.readValue()["sender"]?.string ?? ""
  }

  package static func encode(_ sender: String, to writer: inout JSONWriter) {
    JSONValue.object(["sender": .string(sender)]).encode(to: &writer)
  }
}
