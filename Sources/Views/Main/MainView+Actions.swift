import Signals
import ViewModels

/// The actions that involve several parts of the main screen: focus, prompts and navigation.
extension MainView {
  /// Leaves the composer.
  static let steppingOut: [BoundAction<MainView>] = [
    BoundAction(
      "to-messages", "step out, to the messages", hint: "messages",
      .init("Esc", in: [.composer])
    ) {
      $0.leaveComposer()
    }
  ]

  /// The message keys that navigate elsewhere.
  static let messages: [BoundAction<MainView>] = [
    BoundAction(
      "edit-message", "edit the message", hint: "edit",
      .init("e", in: [.timeline]), menus: [.timeline],
      when: { $0.editAvailability }
    ) { $0.editSelectedMessage() },
    BoundAction(
      "remove-message", "remove the message…", menus: [.timeline],
      when: { $0.removalAvailability }
    ) { $0.askToRemove() },
    BoundAction(
      "remove-with-reason", "remove it with a reason…", menus: [.timeline],
      when: { $0.removalAvailability }
    ) { $0.askToRemoveWithReason() },
    BoundAction(
      "reply", "reply to the message", hint: "reply", .init("r", in: [.timeline]),
      menus: [.timeline],
      when: { $0.relationAvailability }
    ) { $0.reply() },
    BoundAction(
      "thread", "reply in a thread", hint: "thread", .init("t", in: [.timeline]),
      menus: [.timeline], when: { $0.threadAvailability }
    ) { $0.openThread() },
    BoundAction(
      "react", "react, or take it back", hint: "react", .init("+", in: [.timeline]),
      menus: [.timeline],
      when: { $0.relationAvailability }
    ) { $0.askToReact() },
    BoundAction(
      "discard", "discard the unsent message", menus: [.timeline],
      when: { $0.conversation?.timeline.discardAvailability ?? .hidden }
    ) { $0.askToDiscard() },
    BoundAction(
      "take-back", "take the message back", hint: "take back",
      menus: [.timeline, .composer],
      when: { .shown(when: $0.heldMessage != nil) }
    ) { $0.takeBack() },
    BoundAction(
      "undo-removal", "take the last change back", menus: [.timeline, .composer],
      when: { .shown(when: $0.heldChange != nil) }
    ) { main in main.heldChange.map { main.model.undoHeldChange(of: $0) } },
    BoundAction(
      "undo-discard", "restore the discarded message", hint: "put back",
      menus: [.timeline, .composer],
      when: { $0.undoDiscardAvailability }
    ) { $0.undoDiscard() },
    BoundAction(
      "undo-last", "take back, or restore", hint: "undo", .init("u", in: [.timeline]),
      when: { $0.undoAvailability }
    ) { $0.undo() },
    BoundAction(
      "open-message", "open thread, quote or sender", hint: "open",
      .init("Enter", "Space", in: [.timeline]),
      when: { $0.conversation?.timeline.openAvailability ?? .hidden }
    ) { $0.openSelectedMessage() },
    BoundAction(
      "jump-back", "back from the quote or thread", hint: "back",
      .init("Backspace", in: [.timeline]), when: { $0.backAvailability }
    ) { $0.goBack() },
    BoundAction("write", "go to the composer", hint: "write", .init("i", in: [.timeline])) {
      $0.focusComposer()
    },
    BoundAction("to-rooms", "step out, to the rooms", hint: "rooms", .init("Esc", in: [.timeline]))
    {
      $0.stepOut()
    }
    .hinting { $0.conversation?.model.outwardText },
  ]

  /// The room list keys that navigate elsewhere.
  static let rooms: [BoundAction<MainView>] = [
    BoundAction(
      "open-room", "open, or answer the invite", hint: "open",
      .init("Enter", in: [.roomList]), menus: [.roomList],
      when: { $0.roomList.openAvailability }
    ) { $0.openSelectedRoom() },
    BoundAction(
      "to-composer", "back to the conversation", .init("i", in: [.roomList]),
      when: { .shown(when: $0.conversation != nil) }
    ) { $0.focusComposer() },
  ]

  /// The profile keys that navigate elsewhere.
  static let profiles: [BoundAction<MainView>] = [
    BoundAction(
      "message", "write to this person", hint: "message", .init("m", in: [.profile]),
      menus: [.profile],
      when: { $0.profile?.messageAvailability ?? .hidden }
    ) { $0.messagePerson() },
    BoundAction(
      "common-room", "go to a room in common", hint: "rooms", .init("Enter", in: [.profile]),
      menus: [.profile],
      when: { .shown(when: $0.profile?.model.hasCommonRooms.value == true) }
    ) { main in main.model.goToCommonRoom { [weak main] in main?.arrive(at: $0) } },
    BoundAction(
      "invite-person", "invite to a room", menus: [.profile],
      when: { $0.profile?.inviteAvailability ?? .hidden }
    ) { $0.askToInvitePerson() },
    BoundAction(
      "invite-person-with-reason", "invite with a reason…", menus: [.profile],
      when: { $0.profile?.inviteAvailability ?? .hidden }
    ) { $0.askToInvitePerson(withReason: true) },
    BoundAction(
      "change-name", "change your name…", hint: "name", .init("e", in: [.profile]),
      menus: [.profile], when: { $0.profile?.ownAvailability ?? .hidden }
    ) { main in main.model.askForOwnName(tell: main.host.notify) },
    BoundAction(
      "change-picture", "change your picture…", hint: "picture", .init("p", in: [.profile]),
      menus: [.profile], when: { $0.profile?.ownAvailability ?? .hidden }
    ) { main in main.model.askForOwnPicture(tell: main.host.notify) },
    BoundAction(
      "change-status", "change your status…", hint: "status", .init("s", in: [.profile]),
      menus: [.profile], when: { $0.presenceAvailability }
    ) { main in main.model.askForStatus(tell: main.host.notify) },
    BoundAction(
      "change-presence", "as what others see you…", menus: [.profile],
      when: { $0.presenceAvailability }
    ) { main in main.model.choosePresence(tell: main.host.report) },
    BoundAction(
      "remove-picture", "remove your picture…", menus: [.profile],
      when: { $0.profile?.pictureRemovalAvailability ?? .hidden }
    ) { main in main.model.askToRemoveOwnPicture(tell: main.host.notify) },
    BoundAction("copy-user-id", "copy the user ID", menus: [.profile]) { main in
      main.profile.map { main.copy($0.model.userIDText.value) }
    },
    BoundAction("close-profile", "back", hint: "back", .init("Esc", "q", in: [.profile])) {
      $0.closeProfile()
    },
  ]

  /// The keys of the main screen that work in every context.
  static let anywhere: [BoundAction<MainView>] = [
    BoundAction(
      "focus-next", "next part of the screen", .init("Tab", in: .panes),
      when: { .when(!$0.completesNothing, else: "Nothing to complete here") }
    ) {
      $0.moveFocus(by: 1)
    },
    BoundAction(
      "focus-previous", "previous part of the screen", .init("S-Tab", in: .panes)
    ) {
      $0.moveFocus(by: -1)
    },
    BoundAction(
      "go-to", "go to a room or person by name", hint: "go to",
      .init("C-o", in: .panes.union([.profile, .sheet]))
    ) { $0.askWhereToGo() },
    BoundAction(
      "room-list", "go to the rooms",
      .init("F3", in: [.composer, .timeline, .members, .profile, .sheet])
    ) { $0.focusRoomList() },
    BoundAction(
      "next-unread", "next unread room", hint: "next unread",
      .init("F6", "M-a", in: .panes)
    ) { $0.openNextUnread() },
    BoundAction("next-room", "next room", .init("C-Down", "M-Down", in: .main)) {
      $0.changeRoom { $0.nextRoom() }
    },
    BoundAction("previous-room", "previous room", .init("C-Up", "M-Up", in: .main)) {
      $0.changeRoom { $0.previousRoom() }
    },
    BoundAction("scroll-up", "older messages", .init("PageUp", in: .main)) {
      $0.scrollTimeline(pages: 1)
    },
    BoundAction("scroll-down", "newer messages", .init("PageDown", in: .main)) {
      $0.scrollTimeline(pages: -1)
    },
    BoundAction(
      "refresh", "reconnect and reload", .init("F5", in: .panes),
      when: { .when($0.model.refresh.isEnabled.value, else: "Already refreshing") }
    ) { $0.model.refresh.execute() },
  ]
}
