import Controllers
import MatrixWire
import ModelKit

extension OutboxEntry {
  /// Reads an entry of this version or of an earlier one, with the members that a newer version wrote.
  ///
  /// A repair can bring rows of an earlier version at any time, so no migration of the table could
  /// replace this.
  static func read(_ content: String) throws(JSONError) -> OutboxEntry {
    let bytes = Array(content.utf8)
    guard let object = try JSONValue(bytes).object, object["type"] == nil, object["text"] != nil
    else { return try OutboxEntry.decode(bytes) }
    let old = try OutboxText.decode(bytes)
    var new = object
    new["text"] = nil
    new["type"] = .string(EventType.message)
    new["content"] = .object(EventContent.text(old.text, as: .plain))
    return try OutboxEntry.decode(Array(JSONValue.object(new).text.utf8))
  }
}
