package import ModelKit

/// The redaction nested in the event that it redacts; without its parts where the server sent anything
/// but an event.
package struct RawRedaction: Hashable, Sendable, JSONCodable {
  /// Who redacted the event; empty when the server does not name the sender.
  package let sender: String
  /// Why, in the sender's words.
  package let reason: String?

  package static func decode(from reader: inout JSONReader) throws(JSONError) -> RawRedaction {
    let event = try reader.readValue()
    return RawRedaction(
      sender: event["sender"]?.string ?? "", reason: event["content"]?["reason"]?.string)
  }

  package func encode(to writer: inout JSONWriter) {
    let content: JSONObject = reason.map { ["reason": .string($0)] } ?? [:]
    JSONValue.object(["sender": .string(sender), "content": .object(content)]).encode(to: &writer)
  }
}
