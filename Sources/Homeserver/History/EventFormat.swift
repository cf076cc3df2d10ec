import ModelKit

/// Writes events as one requester is shown them.
///
/// Source: Matrix client-server API, "Types of room events", `ClientEvent`, and "Aggregations of
/// child events".
struct EventFormat: Sendable {
  /// Only its device is told the transaction id of what it sent.
  let requester: Requester
  /// The time that the ages are counted to, in milliseconds since 1970.
  let now: Int64
  /// Whether `room_id` is told; `/sync` has it once for all events.
  var includesRoom = true

  /// Writes one event as the next value.
  func write(
    _ event: StoredEvent, _ extras: EventExtras = .none, to writer: inout JSONWriter
  ) {
    begin(event, to: &writer)
    if let previous = extras.previous[event.position], let content = try? previous.content() {
      writer.key("replaces_state")
      writer.string(previous.id.rawValue)
      writer.key("prev_content")
      writer.raw(content)
      writer.key("prev_sender")
      writer.string(previous.sender.rawValue)
    }
    if let membership = extras.memberships[event.room]?.membership(at: event.position) {
      writer.key("membership")
      writer.string(membership.rawValue)
    } else if extras.memberships[event.room] != nil {
      writer.key("membership")
      writer.string(Membership.leave.rawValue)
    }
    if let redaction = extras.redactions[event.position] {
      writer.key("redacted_because")
      writeBundled(redaction, nil, to: &writer)
    }
    writeRelations(of: event, extras, to: &writer)
    end(to: &writer)
  }

  /// Writes the elements of an array.
  func write(
    _ events: some Sequence<StoredEvent>, _ extras: EventExtras = .none,
    to writer: inout JSONWriter
  ) {
    writer.beginArray()
    for event in events { write(event, extras, to: &writer) }
    writer.endArray()
  }

  private func begin(_ event: StoredEvent, to writer: inout JSONWriter) {
    writer.raw(checked: event.head)
    if includesRoom {
      writer.key("room_id")
      writer.string(event.room.rawValue)
    }
    writer.key("unsigned")
    writer.beginObject()
    writer.key("age")
    writer.integer(max(0, now - event.timestamp))
    if let transaction = event.transaction, transaction.user == requester.user,
      transaction.device == requester.device
    {
      writer.key("transaction_id")
      writer.string(transaction.id)
    }
  }

  /// Closes `unsigned` and the event.
  private func end(to writer: inout JSONWriter) {
    writer.endObject()
    writer.endObject()
  }

  private func writeRelations(
    of event: StoredEvent, _ extras: EventExtras, to writer: inout JSONWriter
  ) {
    let replacement = extras.replacements[event.position]
    let thread = extras.threads[event.position]
    guard replacement != nil || thread != nil else { return }
    writer.key("m.relations")
    writer.beginObject()
    if let replacement {
      writer.key("m.replace")
      writeBundled(replacement, nil, to: &writer)
    }
    if let thread {
      writer.key("m.thread")
      writer.beginObject()
      writer.key("latest_event")
      writeBundled(thread.latest, extras.replacements[thread.latest.position], to: &writer)
      writer.key("count")
      writer.integer(thread.count)
      writer.key("current_user_participated")
      writer.boolean(thread.isParticipant)
      writer.endObject()
    }
    writer.endObject()
  }

  /// Writes an event that stands in another one.
  private func writeBundled(
    _ event: StoredEvent, _ replacement: StoredEvent?, to writer: inout JSONWriter
  ) {
    begin(event, to: &writer)
    if let replacement {
      writer.key("m.relations")
      writer.beginObject()
      writer.key("m.replace")
      writeBundled(replacement, nil, to: &writer)
      writer.endObject()
    }
    end(to: &writer)
  }
}
