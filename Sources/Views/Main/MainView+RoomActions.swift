import Signals
import ViewModels

extension MainView {
  /// The actions for a room: the one under the list's cursor, otherwise the open one.
  static let room: [BoundAction<MainView>] = [
    BoundAction(
      "retry-room", "retry what failed", menus: [.roomList],
      when: { $0.roomList.retryAvailability }
    ) { $0.roomList.retry() },
    BoundAction(
      "invite", "invite somebody", menus: .panes,
      when: { $0.inviteAvailability }
    ) { $0.askToInvite() },
    BoundAction(
      "invite-with-reason", "invite with a reason…", menus: .panes,
      when: { $0.inviteAvailability }
    ) { $0.askToInvite(withReason: true) },
    BoundAction(
      "send-file", "send files", .init("C-f", in: [.prefix]), menus: .main,
      when: { $0.sendingFilesAvailability }
    ) { $0.askToSendFile() },
    BoundAction(
      "pins", "show the pinned messages", menus: .main, when: { $0.pinsAvailability }
    ) { $0.showPins() },
    BoundAction(
      "room-files", "show the files of the room", menus: .main, when: { $0.pinsAvailability }
    ) { main in main.subjectRow.map { main.model.showFiles(of: $0) } },
    BoundAction(
      "room-settings", "show the room's settings", .init("e", in: [.roomList]), menus: .main,
      when: { $0.inviteAvailability }
    ) { $0.showSettings() },
    BoundAction(
      "space-settings", "show the space's settings", menus: [.roomList],
      when: { .shown(when: $0.cursorSpace != nil) }
    ) { $0.showSpaceSettings() },
    BoundAction(
      "copy-address", "copy the room's address", menus: .main,
      when: { .shown(when: $0.subjectRow != nil) }
    ) { main in main.subjectRow.map { main.copy($0.addressText) } },
    BoundAction(
      "create-room", "create a room", hint: "create", .init("c", in: [.roomList]), menus: .main
    ) { $0.model.askToCreateRoom() },
    BoundAction(
      "create-room-with", "create with settings", .init("C", in: [.roomList]), menus: .main
    ) { $0.showRoomForm() },
    BoundAction(
      "join-room", "join a room by alias or ID", hint: "join", .init("J", in: [.roomList]),
      menus: .main
    ) { $0.model.askToJoin(tell: $0.host.report) },
    BoundAction(
      "public-rooms", "find public rooms", .init("d", in: [.roomList]), menus: .main
    ) { $0.model.browseDirectory(tell: $0.host.report) },
    BoundAction(
      "space-rooms", "all rooms of the space", .init("b", in: [.roomList]), menus: [.roomList],
      when: { .shown(when: $0.cursorSpace != nil) }
    ) { $0.browseSpace() },
    BoundAction(
      "message-person", "write to a person", hint: "message", .init("m", in: [.roomList]),
      menus: .main
    ) { $0.model.askToMessagePerson() },
    BoundAction(
      "own-profile", "your own profile", hint: "profile", .init("p", in: [.roomList]),
      menus: .main
    ) { $0.model.openOwnProfile() },
    BoundAction(
      "decline", "decline the invite", menus: [.roomList],
      when: { $0.roomList.declineAvailability }
    ) { $0.askToDecline() },
    BoundAction(
      "withdraw-request", "take the request back…", menus: [.roomList],
      when: { .shown(when: $0.askingSubject != nil) }
    ) { main in
      main.askingSubject.map { main.model.askToWithdrawRequest($0, tell: main.host.report) }
    },
    BoundAction(
      "decline-all", "decline all invites", menus: [.roomList],
      when: { .shown(when: $0.offersDecliningAll) }
    ) { $0.model.askToDeclineAll() },
    BoundAction(
      "report-room", "report the room…", menus: .main.union([.sheet]),
      when: { $0.roomReportAvailability }
    ) { $0.reportRoom() },
    BoundAction(
      "leave", "leave the room", menus: .main,
      when: { $0.leaveAvailability }
    ) { $0.askToLeave() },
    BoundAction(
      "forget", "leave and forget the room", menus: .main,
      when: { $0.leaveAvailability }
    ) { $0.askToForget() },
    BoundAction("left-rooms", "rooms that you left…", menus: [.roomList]) {
      $0.model.showLeftRooms(tell: $0.host.report)
    },
    BoundAction(
      "add-to-space", "add to a space…", menus: .main,
      when: { main in
        .shown(when: main.joinedSubject.map { main.model.canAddToSpace($0) } ?? false)
      }
    ) { main in main.joinedSubject.map { main.model.askToAddToSpace($0, tell: main.host.report) } },
    BoundAction(
      "remove-from-space", "take out of the space", menus: [.roomList],
      when: { .shown(when: $0.placeInSpace != nil) }
    ) { $0.askToRemoveFromSpace() },
    BoundAction(
      "invite-to-space", "invite somebody to the space", menus: [.roomList],
      when: { .shown(when: $0.cursorSpace != nil) }
    ) { $0.askToInviteToSpace() },
    BoundAction(
      "leave-space", "leave the space", menus: [.roomList],
      when: { .shown(when: $0.cursorSpace != nil) }
    ) { main in main.cursorSpace.map { main.model.askToLeaveSpace(at: $0) } },
  ]

  /// The actions for the account, last in each menu so that a stray Enter does not trigger them.
  static let account: [BoundAction<MainView>] = [
    BoundAction(
      "sign-out", "sign out", menus: .main.union([.profile]),
      when: { .shown(when: $0.offersSignOut) }
    ) { $0.model.askToSignOut() }
  ]
}
