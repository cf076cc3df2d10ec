import Controllers
import Models
import Signals

/// Joining rooms by their addresses, and asking to be let in.
extension MainViewModel {
  /// Asks for the address of a room to join; `tell` says what came of a request to join.
  public func askToJoin(answer: String = "", tell: @escaping (String) -> Void = { _ in }) {
    questions.ask(
      "Join room", placeholder: "#room:example.org, a room ID or a link", answer: answer,
      isChange: true
    ) { [weak self] text in
      guard let self else { return .empty }
      let place = withServer(text)
      return joining(place, named: place, tell)
    }
  }

  /// The address of a room on the account's own server may be typed without that.
  private func withServer(_ text: String) -> String {
    guard text.hasPrefix("#"), !text.contains(":") else { return text }
    return address(text)?.rawValue ?? text
  }

  /// Asks whether to join the room that a link leads to.
  func askToJoin(linked name: String, through link: String, tell: @escaping (String) -> Void) {
    // Without servers the link says no more than the name.
    let address = RoomAddress(link)?.servers.isEmpty == false ? link : name
    questions.confirm("Join \(Names.label(name))?", "y: join, any other key: no") { [weak self] in
      self?.joining(address, named: name, tell) ?? .empty
    }
  }

  /// Asks whether to join a room that took the place of another one: whoever replaced that chose it, and
  /// the Enter before may have been meant for a message.
  func askToJoin(replacement room: RoomID) {
    questions.confirm(
      "Join the room that took this one's place, \(Names.label(room))?",
      "y: join, any other key: no",
      titleRows: 4
    ) { [weak self] in
      self?.joining(room.rawValue, named: room.rawValue) { self?.notices.tell($0) } ?? .empty
    }
  }

  /// The same request, which shows its room once the account is in it.
  private func entering(_ request: Signal<RoomID, RequestError>) -> Signal<Void, RequestError> {
    showing(request) { [weak self] in self?.enter($0) }
  }

  /// Shows a room that was just joined: its messages, or the rooms of a space.
  ///
  /// Only an invite may have told which of the two it is; a space takes the place of its messages as soon as
  /// that is known.
  func enter(_ room: RoomID) {
    if let known = roomList.allRooms.first(where: { $0.id == room }), known.isSpace {
      return browse(known)
    }
    let last = conversation.value?.roomID
    open(room)
    enteredRoom.inner = session.rooms.room(room).compactMap(\.self)
      .filter { $0.membership == .joined }.take(first: 1)
      .observe(on: .main).subscribe { [weak self] in self?.entered($0, after: last) }
  }

  private func entered(_ room: Room, after last: RoomID?) {
    guard room.isSpace, conversation.value?.roomID == room.id else { return }
    if let last, last != room.id { open(last) } else { close(room.id) }
    browse(room)
  }

  private func browse(_ space: Room) {
    browse(space: space.id, Names.label(space)) { [notices] in notices.tell($0) }
  }

  private func joining(
    _ text: String, named name: String, _ tell: @escaping (String) -> Void
  ) -> Signal<Void, RequestError> {
    let address = RoomAddress(text)
    if let server = address?.serverName, session.isOnThisMachine,
      server != session.userID.serverName
    {
      return .failed(RequestError(operation: .join, reason: .isolatedServer(server)))
    }
    let other = address?.serverName.flatMap { $0 == session.userID.serverName ? nil : $0 }
    let isAsked = questions.presence()
    return entering(session.rooms.join(text)).recovering { [weak self] error in
      // Synapse gives a code with it, and a proxy in front of a server that is down does not.
      if let other, error.status == 502, error.code != nil {
        return .unusable(
          "The server \(Names.label(other)) cannot be reached, or there is none of this name. Check the address."
        )
      }
      guard error.code == "M_FORBIDDEN", isAsked() else { return .failed(error) }
      self?.askToKnock(text, name: address?.name ?? name, isRefused: true, tell)
      return .empty
    }
  }

  /// Asks why to be let into a room, and asks its members.
  func askToKnock(
    _ address: String, name: String, isRefused: Bool, _ tell: @escaping (String) -> Void
  ) {
    let (rooms, name) = (session.rooms, Names.label(name))
    questions.askOptionally(
      isRefused
        ? "You may not join \(name) by yourself. Ask its members to let you in?"
        : "Ask the members of \(name) to let you in?",
      placeholder: "why, if you like", isChange: true
    ) { reason in
      rooms.knock(address, reason: reason).onMain(completed: {
        tell("You asked to join \(name): an invite comes if they agree")
      }).map { _ in }
    }
  }
}
