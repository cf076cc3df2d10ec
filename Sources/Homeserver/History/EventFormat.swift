import ModelKit

/// Encodes events for one requester.
///
/// Source: Matrix client-server API, "Types of room events", `ClientEvent`, and "Aggregations of
/// child events".
struct EventFormat: Sendable {
  /// Only the device that sent an event sees its transaction id.
  let requester: Requester
  /// The time from which ages count, in milliseconds since 1970.
  let now: Int64
  /// Whether events have a `room_id`, which `/sync` omits.
  var includesRoom = true

  func write(
    _ event: StoredEvent, _ extras: EventExtras = .none, to writer: inout JSONWriter
  ) {
    write(event, to: &writer) { writer in
      if let previous = extras.previous[event.position], let content = try? previous.content() {
        writer.member("replaces_state", previous.id.rawValue)
        writer.member("prev_content", content)
        writer.member("prev_sender", previous.sender.rawValue)
      }
      if let memberships = extras.memberships[event.room] {
        writer.member(
          "membership", (memberships.membership(at: event.position) ?? .leave).rawValue)
      }
      if let redaction = extras.redactions[event.position] {
        writer.key("redacted_because")
        write(redaction, to: &writer) { _ in }
      }
      writeRelations(
        extras.replacements[event.position], extras.threads[event.position],
        extras.references[event.position] ?? [], extras, to: &writer)
    }
  }

  func write(
    _ events: some Sequence<StoredEvent>, _ extras: EventExtras = .none,
    to writer: inout JSONWriter
  ) {
    writer.array(events) { write($0, extras, to: &$1) }
  }

  private func write(
    _ event: StoredEvent, to writer: inout JSONWriter, _ unsigned: (inout JSONWriter) -> Void
  ) {
    writer.raw(checked: event.head)
    if includesRoom { writer.member("room_id", event.room.rawValue) }
    writer.member("unsigned") { writer in
      writer.member("age", max(0, now - event.timestamp))
      if let transaction = event.transaction, transaction.user == requester.user,
        transaction.device == requester.device
      {
        writer.member("transaction_id", transaction.id)
      }
      unsigned(&writer)
    }
    // The head began the object.
    writer.endObject()
  }

  private func writeRelations(
    _ replacement: StoredEvent?, _ thread: ThreadSummary?, _ references: [EventID],
    _ extras: EventExtras, to writer: inout JSONWriter
  ) {
    guard replacement != nil || thread != nil || !references.isEmpty else { return }
    writer.member("m.relations") { writer in
      if let replacement {
        writer.key("m.replace")
        write(replacement, to: &writer) { _ in }
      }
      if let thread {
        writer.member("m.thread") { writer in
          writer.key("latest_event")
          write(thread.latest, to: &writer) { writer in
            writeRelations(
              extras.replacements[thread.latest.position], nil, [], extras, to: &writer)
          }
          writer.member("count", thread.count)
          writer.member("current_user_participated", thread.isParticipant)
        }
      }
      writeReferences(references, to: &writer)
    }
  }

  private func writeReferences(_ references: [EventID], to writer: inout JSONWriter) {
    guard !references.isEmpty else { return }
    writer.member("m.reference") { writer in
      writer.key("chunk")
      writer.array(references) { event, writer in
        writer.object { $0.member("event_id", event.rawValue) }
      }
    }
  }
}
