import ViewModels

extension ActionTable {
  /// The keys of the room list.
  static let roomList: [Action] = [
    Action(
      "open-room", "open, or accept the invite", hint: "open",
      .init("Enter", in: [.roomList]),
      when: { $0.main?.roomList.openAvailability ?? .hidden }
    ) { $0.main?.openSelectedRoom() },
    Action("room-down", "next entry", .init("j", "Down", in: [.roomList])) {
      $0.main?.roomList.moveCursor(by: 1)
    },
    Action("room-up", "previous entry", .init("k", "Up", in: [.roomList])) {
      $0.main?.roomList.moveCursor(by: -1)
    },
    Action(
      "accept", "accept the invite", hint: "accept", .init("a", in: [.roomList]),
      when: { $0.main?.roomList.acceptAvailability ?? .hidden }
    ) { $0.main?.roomList.accept() },
    Action(
      "leave", "leave, or decline the invite", hint: "leave",
      .init("x", in: [.roomList]),
      when: { $0.main?.roomList.leaveAvailability ?? .hidden }
    ) { $0.main?.leaveSelectedRoom() },
    Action("create-room", "create a room", hint: "create", .init("c", in: [.roomList])) {
      $0.main?.model.askToCreateRoom()
    },
    Action("join-room", "join a room by alias or id", hint: "join", .init("J", in: [.roomList])) {
      $0.main?.model.askToJoin()
    },
    Action(
      "message-person", "write to a person", hint: "message", .init("m", in: [.roomList])
    ) { $0.main?.model.askToMessagePerson() },
    Action(
      "retry-room", "try again what failed", hint: "try again", .init("R", in: [.roomList]),
      when: { $0.main?.roomList.retryAvailability ?? .hidden }
    ) { $0.main?.roomList.retry() },
    Action("own-profile", "your own profile", hint: "profile", .init("p", in: [.roomList])) {
      $0.main?.model.openOwnProfile()
    },
    Action("first-room", "first entry", .init("g", "Home", in: [.roomList])) {
      $0.main?.roomList.moveCursor(to: .first)
    },
    Action("last-room", "last entry", .init("G", "End", in: [.roomList])) {
      $0.main?.roomList.moveCursor(to: .last)
    },
    Action("sign-out", "sign out", .init("S", in: [.roomList, .profile])) {
      $0.main?.model.askToSignOut()
    },
    Action(
      "to-composer", "back to the conversation", .init("i", in: [.roomList]),
      when: { .shown(when: $0.main?.conversation != nil) }
    ) { $0.main?.focusComposer() },
  ]

  /// The keys of a profile.
  static let profile: [Action] = [
    Action(
      "refresh-profile", "ask the server anew", hint: "refresh",
      .init("r", "F5", in: [.profile]),
      when: { $0.main?.profile?.refreshAvailability ?? .hidden }
    ) { $0.main?.profile?.refresh() },
    Action(
      "message", "write to this person", hint: "message", .init("m", in: [.profile]),
      when: { $0.main?.profile?.messageAvailability ?? .hidden }
    ) { $0.main?.profile?.message() },
    Action("close-profile", "back", hint: "back", .init("Esc", "q", in: [.profile])) {
      $0.main?.closeProfile()
    },
  ]

  /// The keys of a question in the composer's place.
  static let prompt: [Action] = [
    Action(
      "submit", "answer", hint: "go on", .init("Enter", in: [.prompt]),
      when: { $0.main?.prompt?.submitAvailability ?? .hidden }
    ) { $0.main?.prompt?.submit() },
    Action(
      "confirm", "yes", hint: "yes", .init("y", "Enter", in: [.confirmation]),
      when: { $0.main?.prompt?.submitAvailability ?? .hidden }
    ) { $0.main?.prompt?.submit() },
    Action("decline", "no", hint: "no", .init("n", in: [.confirmation])) {
      $0.main?.closePrompt()
    },
    Action(
      "cancel", "close the question", hint: "cancel", .init("Esc", in: [.prompt, .confirmation])
    ) { $0.main?.closePrompt() },
  ]
}
