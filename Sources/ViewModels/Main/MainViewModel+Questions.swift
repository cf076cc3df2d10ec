import Controllers
import Models
import Signals

extension MainViewModel {
  /// Asks for a person to write to.
  public func askToMessagePerson() {
    let people = PeopleFinder(session: session)
    let rooms = session.rooms
    questions.ask(
      "Write to", placeholder: "a name, or @person:example.org", isChange: true,
      complete: people.suggestions
    ) { [weak self] text in
      let room = people.person(text).flatMap(.latest) { rooms.directRoom(with: $0) }
      return self?.opening(room) ?? .empty
    }
  }

  /// Asks whether to start a chat with the person of a profile, which creates a room and invites
  /// them.
  public func askToChat(_ profile: ProfileViewModel) {
    let (rooms, user) = (session.rooms, profile.userID)
    questions.confirm(
      "Start a chat with \(Names.label(profile.nameText.value))?",
      "y: create the room and invite them, any other key: no"
    ) { [weak self] in
      self?.opening(rooms.directRoom(with: user)) ?? .empty
    }
  }

  /// Asks whether to leave a room and to give up its history.
  public func askToForget(_ row: RoomRowViewModel) {
    let (rooms, room) = (session.rooms, row.roomID)
    questions.confirm(
      "Leave \(row.content.value.nameText) and forget what was written there?",
      "y: leave it; its history is gone for you. Any other key: no"
    ) { [weak self] in
      self?.closing(room, rooms.forget(room)) ?? .empty
    }
  }

  /// Asks whether to leave a room.
  public func askToLeave(_ row: RoomRowViewModel) {
    let (rooms, room) = (session.rooms, row.roomID)
    let (title, present, own) = ("Leave \(row.content.value.nameText)?", row.room, session.userID)
    leaving.inner = rooms.powers(in: room).take(first: 1).observe(on: .main).subscribe {
      [weak self] powers in
      let warning = Self.leavingWarning(present, powers, own: own)
      self?.questions.confirm(title + warning, titleRows: 4) {
        self?.closing(room, rooms.leave(room)) ?? .empty
      }
    }
  }

  /// What coming back does not undo, as far as is known here; empty where there is nothing.
  private static func leavingWarning(_ room: Room, _ powers: RoomPowers?, own: UserID) -> String {
    if room.joinedCount == 1 {
      return " Nobody else is in it: unless everybody may join, nobody could let you in again."
    }
    guard powers?.isOnlyAdmin(own) == true else { return "" }
    return " You are the only admin here, and nobody could take your place."
  }

  /// Asks whether to accept an invite, which reveals to the inviter that somebody is there.
  public func askToAccept(_ row: RoomRowViewModel) {
    let asked = roomList.asked
    questions.confirm(
      InviteText.question(row.room), "y: join, any other key: not now", titleRows: 6,
      closed: { asked.value = nil }
    ) {
      row.accept.execute()
      return .empty
    }
    asked.value = row.id
  }

  /// Asks whether to decline an invite.
  public func askToDecline(_ row: RoomRowViewModel) {
    let asked = roomList.asked
    questions.confirm(
      "Decline the invite to \(row.content.value.nameText)?", closed: { asked.value = nil }
    ) {
      row.decline.execute()
      return .empty
    }
    asked.value = row.id
  }

  /// Asks whether to take the account's request to join a room back; `tell` says that it is done.
  public func askToWithdrawRequest(_ row: RoomRowViewModel, tell: @escaping (String) -> Void) {
    let (rooms, room, name) = (session.rooms, row.roomID, row.content.value.nameText)
    let requests = requests
    questions.confirm("Take your request to join \(name) back?") {
      requests.withdraw(room)
      return rooms.leave(room).onMain(completed: { tell("You no longer ask to join \(name)") })
    }
  }

  /// Asks whether to decline all invites; the list shows the progress.
  public func askToDeclineAll() {
    let list = roomList
    questions.confirm(list.declineAllQuestionText.value) {
      list.declineAllInvites.execute()
      return .empty
    }
  }

  /// Asks whether to discard an unsent message.
  public func askToDiscard(_ row: MessageRowViewModel) {
    guard let message = row.message else { return }
    let (discards, key) = (discards, world.chosen.value.key(.undoLast))
    questions.confirm(
      "Discard this unsent message?",
      "y: discard it (\(key) brings it back), any other key: keep it",
      about: quote(of: row)
    ) {
      discards.discard(message.id, in: message.room, saying: row.shown)
      return .empty
    }
  }

  /// Asks whether to sign out; unsent messages stay here until the account signs in again.
  public func askToSignOut() {
    let (sessions, account) = (sessions, session.id)
    let unsent = unsentCount.value.waiting + unsentCount.value.failed
    questions.confirm(
      "Sign out \(Names.label(account.userID))?" + Self.warning(unsent), Self.choices(unsent)
    ) {
      // This view model is released before the server has confirmed.
      sessions.signOut(account).detached()
    }
  }

  private static func warning(_ unsent: Int) -> String {
    switch unsent {
    case 0: ""
    case 1: " 1 message has not been sent."
    default: " \(unsent) messages have not been sent."
    }
  }

  private static func choices(_ unsent: Int) -> String {
    unsent == 0
      ? "y: yes, any other key: no"
      : "y: sign out, and keep \(unsent == 1 ? "it" : "them") here until you sign in again; any "
        + "other key: stay"
  }

  /// Closes the open question.
  ///
  /// What was confirmed goes on.
  public func closePrompt() { questions.dismiss() }

  /// Whether work goes on whose question is closed.
  public var isWorkGoingOn: Bool { questions.isWorking }

  /// The same request, which opens its room once the room exists.
  func opening(_ request: Signal<RoomID, RequestError>) -> Signal<Void, RequestError> {
    showing(request) { [weak self] in self?.open($0) }
  }

  /// The same request, which shows its room, unless the user has closed the question and turned to something
  /// else.
  func showing(
    _ request: Signal<RoomID, RequestError>, _ show: @escaping (RoomID) -> Void
  ) -> Signal<Void, RequestError> {
    let isAsked = questions.presence()
    return request.onMain(value: { [weak self] room in
      if isAsked() { return show(room) }
      self?.notices.tell("It is done: the list has the room")
    }).map { _ in }
  }

  /// The same request, which closes the room when it is done.
  private func closing(
    _ room: RoomID, _ request: Signal<Void, RequestError>
  ) -> Signal<Void, RequestError> {
    request.onMain(completed: { [weak self] in self?.close(room) })
  }
}
