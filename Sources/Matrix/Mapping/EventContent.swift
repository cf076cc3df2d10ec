import Controllers
import Imaging
import MatrixWire
import ModelKit
import Models

/// The type and content of an event to send.
struct EventContent {
  var type: String
  var content: JSONObject

  /// Nil when another kind's content is no JSON object, its type is empty, or there is nothing to forward.
  ///
  /// - Parameter source: The message that an edit changes or that is forwarded, as far as it is known.
  init?(_ event: OutgoingEvent, from source: CurrentContent? = nil) {
    switch event {
    case .text(let text, let form, let target):
      type = EventType.message
      content = Self.text(text, as: form)
      if let target {
        // Source: Matrix client-server API, "Rich replies" and "Mentioning the replied to user".
        content["m.relates_to"] = ["m.in_reply_to": ["event_id": .string(target.message.rawValue)]]
        if let user = target.mentioned { content.mention([user]) }
      }
    case .edit(let target, let text, let form):
      type = EventType.message
      content = Self.edit(of: target, text, as: form, original: source?.content ?? [:])
    case .reaction(let key, let target):
      type = EventType.reaction
      var relation = Self.relation("m.annotation", to: target)
      relation["key"] = .string(key)
      content = ["m.relates_to": .object(relation)]
    case .redaction(let target, let reason):
      type = EventType.redaction
      content = ["redacts": .string(target.rawValue)]
      content["reason"] = reason.map { .string($0) }
    case .pin(let target):
      type = EventType.pinnedEvents
      content = PinChange(event: target, isPinned: true).content
    case .unpin(let target):
      type = EventType.pinnedEvents
      content = PinChange(event: target, isPinned: false).content
    case .forward:
      guard let source, let copy = Self.forwarded(source) else { return nil }
      (type, content) = (source.type, copy)
    case .poll(let poll):
      type = EventType.oldPollStart
      content = Self.poll(poll)
    case .vote(let answers, let target):
      type = EventType.oldPollResponse
      content = Self.vote(answers, in: target)
    case .pollEnd(let target, let result):
      type = EventType.oldPollEnd
      content = Self.pollEnd(of: target, result)
    case .threaded(let event, let thread):
      guard let inner = EventContent(event, from: source) else { return nil }
      type = inner.type
      content = Self.inThread(inner.content, thread)
    // It needs the file itself: see `file(_:_:)`.
    case .file: return nil
    case .other(let type, let json):
      guard let object = try? JSONValue(Array(json.utf8)).object, !type.isEmpty else { return nil }
      self.type = type
      content = object
    }
  }

  /// The same content in a thread, where a reply stays one.
  ///
  /// Source: Matrix client-server API, "Fallback for unthreaded clients" and "Replies within threads".
  static func inThread(_ content: JSONObject, _ thread: ThreadTarget) -> JSONObject {
    var content = content
    var relation = relation(ThreadRelation.type, to: thread.root)
    let reply = content["m.relates_to"]?["m.in_reply_to"]
    relation["is_falling_back"] = .boolean(reply == nil)
    relation["m.in_reply_to"] = reply ?? ["event_id": .string(thread.latest.rawValue)]
    content["m.relates_to"] = .object(relation)
    return content
  }

  static func relation(_ type: String, to target: Message.ID) -> JSONObject {
    ["rel_type": .string(type), "event_id": .string(target.rawValue)]
  }
}
