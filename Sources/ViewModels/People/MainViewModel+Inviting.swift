import Controllers
import Models
import Signals

/// Inviting people to rooms.
extension MainViewModel {
  /// Asks whom to invite to a room, and on request why; `tell` says who was.
  public func askToInvite(
    to row: RoomRowViewModel, answer: String = "", withReason: Bool = false,
    tell: @escaping (String) -> Void
  ) {
    askToInvite(
      to: row.roomID, named: row.content.value.nameText, answer: answer, withReason: withReason,
      tell: tell)
  }

  func askToInvite(
    to room: RoomID, named name: String, answer: String = "", withReason: Bool = false,
    tell: @escaping (String) -> Void
  ) {
    let people = PeopleFinder(session: session)
    let rooms = session.rooms
    questions.ask(
      "Invite to \(name)", placeholder: "a name, or @person:example.org", answer: answer,
      isChange: !withReason,
      complete: people.suggestions
    ) { [weak self] text in
      let person = people.person(text, operation: .invite)
      guard !withReason else {
        return person.onMain(value: { user in
          self?.askForReason("Invite \(Names.label(user)) to \(name)") { reason in
            rooms.invite(user, to: room, reason: reason).onMain(completed: {
              tell("Invited: \(Names.label(user))")
            })
          }
        }).map { _ in }
      }
      return person.flatMap(.latest) { user in
        .concat([
          rooms.invite(user, to: room, reason: "").flatMap(.concat) { _ in .empty }, .just(user),
        ])
      }
      .onMain(value: { (user: UserID) in tell("Invited: \(Names.label(user))") }).map { _ in }
    }
  }

  /// Asks to which room to invite the person of a profile, and on request why.
  public func askToInvite(_ profile: ProfileViewModel, withReason: Bool = false) {
    let (rooms, user) = (session.rooms, profile.userID)
    let title = "Invite \(Names.label(profile.nameText.value)) to"
    let index = roomIndex { $0.membership == .joined }
    questions.askForChoice(
      title, placeholder: Self.roomPlaceholder, choices: Property(index.found)
    ) { [weak self] answer in
      guard let room = index.destination(answer)?.room else { return .empty }
      guard withReason, let self else { return rooms.invite(user, to: room, reason: "") }
      askForReason("\(title) \(roomName(room))") { rooms.invite(user, to: room, reason: $0) }
      return .empty
    }
  }

  private func askForReason(
    _ title: String, _ work: @escaping (String) -> Signal<Void, RequestError>
  ) {
    questions.askOptionally(
      title, placeholder: PersonText.reasonPlaceholder, isChange: true, work)
  }
}
