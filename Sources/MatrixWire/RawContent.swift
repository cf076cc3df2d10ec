package import ModelKit

extension RawEvent {
  /// The content; an empty object when the server sent none (`m.room.encryption` only).
  package var content: JSONValue { .object(rawContent?.object ?? JSONObject()) }
}

extension RawBareEvent {
  /// The content; an empty object when the server sent none (`m.room.encryption` only).
  package var content: JSONValue { .object(rawContent?.object ?? JSONObject()) }
}

extension RawUnsigned {
  /// True when the event was redacted.
  package var isRedacted: Bool { redaction != nil }
}
