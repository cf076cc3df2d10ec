import Signals
import ViewModels

/// The subject of the actions menu, and the prompts that it opens.
extension MainView {
  /// The target room of actions: the one under the list's cursor, otherwise the open one.
  var subjectRow: RoomRowViewModel? {
    focus == .roomList && profile == nil ? roomList.cursorRow : model.roomList.selectedRow.value
  }

  /// The menu heading: the selected message and its room, or the name and address of the room or person.
  func menuHeading(for context: Context) -> [String] {
    if context == .profile, let profile {
      return [profile.model.headingText.value, profile.model.userIDText.value]
    }
    if context == .members, let member = selectedMember { return [member.nameText] }
    if context == .timeline, let quote = conversation?.timeline.selectedRow.flatMap(model.quote) {
      return [quote.labelText, subjectRow?.content.value.nameText ?? ""]
    }
    if context == .sheet { return [sheet?.selectedRow?.quote.senderText ?? ""] }
    return subjectRow.map { [$0.content.value.nameText, $0.addressText] } ?? []
  }

  var joinedSubject: RoomRowViewModel? {
    subjectRow.flatMap { $0.content.value.isPending ? nil : $0 }
  }

  var inviteAvailability: Availability { .shown(when: joinedSubject != nil) }

  /// Disabled in an encrypted room: whoever has chosen files should not hear only then that none goes out.
  var sendingFilesAvailability: Availability {
    guard let row = joinedSubject else { return .hidden }
    return .when(
      !row.content.value.isLocked,
      else: "This room is encrypted, and this version cannot encrypt: no file can be sent")
  }

  var leaveAvailability: Availability { .shown(when: joinedSubject != nil) }

  /// Signing out appears in the account's own menus, not in those of other people.
  var offersSignOut: Bool { profile?.model.isOwn ?? true }

  /// Any invite's menu can decline all invites together.
  var offersDecliningAll: Bool {
    let isInvite = roomList.cursorRow?.content.value.isInvite ?? true
    return isInvite && model.roomList.declineAllInvites.isEnabled.value
  }

  func askToInvite(withReason: Bool = false) {
    if let row = joinedSubject {
      model.askToInvite(to: row, withReason: withReason, tell: host.report)
    }
  }

  func askToSendFile() {
    if let row = joinedSubject { model.askToSendFile(to: row) }
  }

  func askToLeave() {
    if let row = joinedSubject { model.askToLeave(row) }
  }

  func askToForget() {
    if let row = joinedSubject { model.askToForget(row) }
  }

  /// The index of the list's entry under the cursor, if that is a space or in one.
  var cursorSpace: Int? {
    guard focus == .roomList, let index = roomList.cursor, model.isInSpace(at: index) else {
      return nil
    }
    return index
  }

  /// The room under the cursor and its index in the list, if it stands there in a space.
  var placeInSpace: (row: RoomRowViewModel, index: Int)? {
    guard let index = cursorSpace, let row = joinedSubject, model.isInSpace(row, at: index) else {
      return nil
    }
    return (row, index)
  }

  func askToRemoveFromSpace() {
    guard let place = placeInSpace else { return }
    model.askToRemoveFromSpace(place.row, at: place.index, tell: host.report)
  }

  func askToInviteToSpace() {
    if let cursorSpace { model.askToInvite(toSpaceAt: cursorSpace, tell: host.report) }
  }

  func browseSpace() {
    if let cursorSpace { model.browseSpace(at: cursorSpace, tell: host.report) }
  }

  func showSettings() {
    if let row = joinedSubject { model.showRoomSettings(row, tell: host.report) }
  }

  func showSpaceSettings() {
    if let cursorSpace { model.showSpaceSettings(at: cursorSpace, tell: host.report) }
  }

  func showRoomForm() { model.showRoomForm(inSpaceAt: cursorSpace, tell: host.report) }

  /// The room under the cursor that the account asks to join.
  var askingSubject: RoomRowViewModel? {
    focus == .roomList ? roomList.cursorRow.flatMap { $0.content.value.isAsking ? $0 : nil } : nil
  }

  func askToDecline() {
    if let row = roomList.cursorRow { model.askToDecline(row) }
  }

  func askToDiscard() {
    if let row = conversation?.timeline.selectedRow { model.askToDiscard(row) }
  }

  /// Takes the text of the selected unsent message back into the composer, and goes there.
  func editSelectedMessage() {
    if let row = conversation?.timeline.selectedRow { edit(row) }
  }

  private func edit(_ row: MessageRowViewModel) {
    if row.canChange.value {
      conversation?.composer.model.change(row)
    } else if model.takeBackFile(row, tell: host.report) {
      // The key that brings it back is one of the messages.
      return
    } else {
      conversation?.composer.model.edit(row)
    }
    focusComposer()
  }

  func askToInvitePerson(withReason: Bool = false) {
    if let profile { model.askToInvite(profile.model, withReason: withReason) }
  }

  /// Opens the direct chat with the person of the profile.
  ///
  /// A new chat creates a room and an invite, so it asks for confirmation first.
  func messagePerson() {
    guard let profile else { return }
    if profile.model.hasChat.value { profile.message() } else { model.askToChat(profile.model) }
  }

  var undoDiscardAvailability: Availability {
    .shown(when: model.undoDiscard.isEnabled.value)
  }

  /// The message of the open room that can still be taken back.
  var heldMessage: MessageRowViewModel? { conversation?.model.timeline.heldRow }

  /// Takes the text of the newest message that is not due yet back into the composer, and goes there.
  func takeBack() {
    if let heldMessage { edit(heldMessage) }
  }

  /// One key undoes what was done last: a message is on its way for a moment only.
  var undoAvailability: Availability {
    heldMessage == nil && heldChange == nil ? undoDiscardAvailability : .enabled
  }

  func undo() {
    if let heldChange {
      model.undoHeldChange(of: heldChange)
    } else if heldMessage == nil {
      undoDiscard()
    } else {
      takeBack()
    }
  }

  /// The message of the open room whose removal, or end of a poll, can still be taken back.
  var heldChange: MessageRowViewModel? { conversation?.model.timeline.heldChangeRow }

  func undoDiscard() {
    model.undoDiscard.execute()
  }
}
