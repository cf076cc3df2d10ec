import Models

/// What an invite says.
nonisolated enum InviteText {
  /// "invited by Grace: come and see".
  static func preview(_ room: Room) -> String {
    let who = room.inviter.map { "invited by \(Names.label($0))" } ?? "invite"
    return room.inviteReason.flatMap(Names.visible).map { "\(who): \($0)" } ?? who
  }

  /// The question, with who invites and why, and what is known of the room.
  static func question(_ room: Room) -> String {
    let inviter = room.inviter.map { PersonText.name($0) }
    let kind = room.isSpace ? "space " : ""
    let facts = [
      inviter.map { "Invited by \($0)." },
      room.inviteReason.flatMap(Names.visible).map { "“\(Names.brief($0))”" },
      room.alias.map { "Its address is \(Names.label($0.rawValue))." },
      room.topic.flatMap(Names.visible).map { "Topic: \(Names.brief($0))" },
      room.isEncrypted ? "It is encrypted: this version cannot read it." : nil,
    ].compactMap(\.self)
    let name = Names.label(room)
    return (["Join \(kind)\(name)?"] + facts).joined(separator: " ")
  }
}
