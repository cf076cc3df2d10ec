import MatrixWire
import ModelKit
import Models

/// A reaction to an event, as it was sent.
struct Annotation: Hashable, Sendable {
  let target: EventID
  /// What the sender reacts with, usually an emoji; never empty.
  let key: String

  /// Nil unless the event is a reaction that was not taken back.
  ///
  /// Source: Matrix client-server API, "Event annotations and reactions".
  init?(_ event: RawEvent) {
    let relation = event.content["m.relates_to"]
    guard event.type == EventType.reaction, event.stateKey == nil,
      event.unsigned?.isRedacted != true, relation?["rel_type"]?.string == "m.annotation",
      let target = relation?["event_id"]?.string.flatMap({ EventID($0) }),
      let key = relation?["key"]?.string?.nonEmpty(cutToBytes: Limits.reactionKey)
    else { return nil }
    self.target = target
    self.key = key
  }
}
