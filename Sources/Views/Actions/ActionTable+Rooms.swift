import Signals
import ViewModels

extension ActionTable {
  /// The keys of the room list.
  static let roomList: [Action] = [
    Action(
      "open-room", "open, or answer the invite", hint: "open",
      .init("Enter", in: [.roomList]), menus: [.roomList],
      when: { $0.main?.roomList.openAvailability ?? .hidden }
    ) { $0.main?.openSelectedRoom() },
    Action("room-down", "next entry", .init("j", "Down", in: [.roomList])) {
      $0.main?.roomList.moveCursor(by: 1)
    },
    Action("room-up", "previous entry", .init("k", "Up", in: [.roomList])) {
      $0.main?.roomList.moveCursor(by: -1)
    },
    Action("first-room", "first entry", .init("g", "Home", in: [.roomList])) {
      $0.main?.roomList.moveCursor(to: .first)
    },
    Action("last-room", "last entry", .init("G", "End", in: [.roomList])) {
      $0.main?.roomList.moveCursor(to: .last)
    },
    Action(
      "to-composer", "back to the conversation", .init("i", in: [.roomList]),
      when: { .shown(when: $0.main?.conversation != nil) }
    ) { $0.main?.focusComposer() },
  ]

  /// What can be done with a room: the one under the cursor of the list, and else the open one.
  static let room: [Action] = [
    Action(
      "retry-room", "try again what failed", menus: [.roomList],
      when: { $0.main?.roomList.retryAvailability ?? .hidden }
    ) { $0.main?.roomList.retry() },
    Action(
      "invite", "invite somebody", menus: .main,
      when: { $0.main?.inviteAvailability ?? .hidden }
    ) { $0.main?.askToInvite() },
    Action(
      "copy-address", "copy the room's address", menus: .main,
      when: { .shown(when: $0.main?.subjectRow != nil) }
    ) { root in root.main?.subjectRow.map { root.copy($0.addressText) } },
    Action(
      "create-room", "create a room", hint: "create", .init("c", in: [.roomList]), menus: .main
    ) { $0.main?.model.askToCreateRoom() },
    Action(
      "join-room", "join a room by alias or id", hint: "join", .init("J", in: [.roomList]),
      menus: .main
    ) { $0.main?.model.askToJoin() },
    Action(
      "message-person", "write to a person", hint: "message", .init("m", in: [.roomList]),
      menus: .main
    ) { $0.main?.model.askToMessagePerson() },
    Action(
      "own-profile", "your own profile", hint: "profile", .init("p", in: [.roomList]),
      menus: .main
    ) { $0.main?.model.openOwnProfile() },
    Action(
      "decline", "decline the invite", menus: [.roomList],
      when: { $0.main?.roomList.declineAvailability ?? .hidden }
    ) { $0.main?.askToDecline() },
    Action(
      "decline-all", "decline all invites", menus: [.roomList],
      when: { .shown(when: $0.main?.offersDecliningAll == true) }
    ) { $0.main?.model.askToDeclineAll() },
    Action(
      "leave", "leave the room", menus: .main,
      when: { $0.main?.leaveAvailability ?? .hidden }
    ) { $0.main?.askToLeave() },
  ]

  /// What can be done with the account: last in each menu, so that no Enter meets it by accident.
  static let account: [Action] = [
    Action(
      "sign-out", "sign out", menus: .withMenu,
      when: { .shown(when: $0.main?.offersSignOut == true) }
    ) { $0.main?.model.askToSignOut() }
  ]

  /// The keys of a profile.
  static let profile: [Action] = [
    Action(
      "refresh-profile", "ask the server anew", hint: "refresh",
      .init("r", "F5", in: [.profile]), menus: [.profile],
      when: { $0.main?.profile?.refreshAvailability ?? .hidden }
    ) { $0.main?.profile?.refresh() },
    Action(
      "message", "write to this person", hint: "message", .init("m", in: [.profile]),
      menus: [.profile],
      when: { $0.main?.profile?.messageAvailability ?? .hidden }
    ) { $0.main?.messagePerson() },
    Action(
      "invite-person", "invite to a room", menus: [.profile],
      when: { $0.main?.profile?.inviteAvailability ?? .hidden }
    ) { $0.main?.askToInvitePerson() },
    Action("copy-user-id", "copy the user ID", menus: [.profile]) { root in
      root.main?.profile.map { root.copy($0.model.userIDText.value) }
    },
    Action("close-profile", "back", hint: "back", .init("Esc", "q", in: [.profile])) {
      $0.main?.closeProfile()
    },
  ]

  /// The keys of a question in the composer's place.
  ///
  /// Only `y` confirms; a key that means nothing here puts a confirmation away.
  static let prompt: [Action] = [
    Action(
      "submit", "answer", hint: "go on", .init("Enter", in: [.prompt]),
      when: { $0.main?.prompt?.submitAvailability ?? .hidden }
    ) { $0.main?.prompt?.submit() },
    Action(
      "complete", "take the suggestion", hint: "complete", .init("Tab", in: [.prompt]),
      when: { $0.main?.prompt?.completionAvailability ?? .hidden }
    ) { $0.main?.prompt?.complete() },
    Action("suggestion-down", "next suggestion", .init("Down", "C-n", in: [.prompt])) {
      $0.main?.prompt?.moveSuggestion(by: 1)
    },
    Action("suggestion-up", "previous suggestion", .init("Up", "C-p", in: [.prompt])) {
      $0.main?.prompt?.moveSuggestion(by: -1)
    },
    Action(
      "confirm", "yes", hint: "yes", .init("y", in: [.confirmation]),
      when: { $0.main?.prompt?.submitAvailability ?? .hidden }
    ) { $0.main?.prompt?.confirm() },
    Action("no", "no, as any other key", hint: "no", .init("n", in: [.confirmation])) {
      $0.main?.closePrompt()
    },
    Action(
      "cancel", "close the question", hint: "cancel", .init("Esc", in: [.prompt, .confirmation])
    ) { $0.main?.closePrompt() },
  ]
}
