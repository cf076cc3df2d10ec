extension SyncDigest {
  /// Digests the result of `JSONDecoder`.
  init(_ sync: CodableSync) {
    for (id, room) in sync.rooms.join {
      var fields = Fields()
      fields.add(id)
      fields.add(room.timeline?.prevBatch)
      fields.add(room.timeline?.limited)
      fields.add(room.unreadNotifications?.notificationCount)
      fields.add(room.unreadNotifications?.highlightCount)
      fields.add(room.summary?.joinedMemberCount)
      for hero in room.summary?.heroes ?? [] { fields.add(hero) }
      for event in room.timeline?.events ?? [] { add(event, to: &fields) }
      for event in room.state?.events ?? [] { add(event, to: &fields) }
      addRoom(fields)
    }
  }

  private mutating func add(_ event: CodableEvent, to fields: inout Fields) {
    switch event {
    case .message(let event): add(event, to: &fields)
    case .member(let event): add(event, to: &fields)
    case .reaction(let event): add(event, to: &fields)
    case .other(let type):
      count(.other)
      fields.add(type)
    }
  }

  private mutating func add(_ event: CodableMessageEvent, to fields: inout Fields) {
    let content = event.content
    count(.message, body: content.body)
    for text in [
      event.eventID, event.sender, content.msgtype, content.body, content.format,
      content.formattedBody, content.url, content.info?.mimetype,
    ] { fields.add(text) }
    for number in [event.originServerTs, content.info?.w, content.info?.h, content.info?.size] {
      fields.add(number)
    }
    add(content.relatesTo, to: &fields)
  }

  private mutating func add(_ event: CodableMemberEvent, to fields: inout Fields) {
    count(.member)
    let content = event.content
    for text in [
      event.eventID, event.sender, event.stateKey, content.membership, content.displayname,
      content.avatarURL,
    ] { fields.add(text) }
    fields.add(event.originServerTs)
  }

  private mutating func add(_ event: CodableReactionEvent, to fields: inout Fields) {
    count(.reaction)
    fields.add(event.eventID)
    fields.add(event.sender)
    fields.add(event.originServerTs)
    add(event.content.relatesTo, to: &fields)
  }

  private mutating func add(_ relation: CodableRelation?, to fields: inout Fields) {
    fields.add(relation?.relType)
    fields.add(relation?.eventID)
    fields.add(relation?.key)
    fields.add(relation?.inReplyTo?.eventID)
  }
}
