import Signals
import ViewModels

/// What the actions menu is about, and the questions that it leads to.
extension MainView {
  /// The room that actions mean: the one under the cursor of the list, and else the open one.
  var subjectRow: RoomRowViewModel? {
    focus == .roomList && profile == nil ? roomList.cursorRow : model.roomList.selectedRow.value
  }

  /// What stands above the actions: the name and the address of the room or the person.
  func menuHeading(for context: Context) -> [String] {
    if context == .profile, let profile {
      return [profile.model.headingText.value, profile.model.userIDText.value]
    }
    return subjectRow.map { [$0.content.value.nameText, $0.addressText] } ?? []
  }

  private var joinedSubject: RoomRowViewModel? {
    subjectRow.flatMap { $0.content.value.isInvite ? nil : $0 }
  }

  var inviteAvailability: Availability { .shown(when: joinedSubject != nil) }

  var leaveAvailability: Availability { .shown(when: joinedSubject != nil) }

  /// Signing out stands in the menus of the account itself, not in those of other people.
  var offersSignOut: Bool { profile?.model.isOwn ?? true }

  /// Invites can be declined together from any of them.
  var offersDecliningAll: Bool {
    let isInvite = roomList.cursorRow?.content.value.isInvite ?? true
    return isInvite && model.roomList.declineAllInvites.isEnabled.value
  }

  func askToInvite() {
    if let row = joinedSubject { model.askToInvite(to: row) }
  }

  func askToLeave() {
    if let row = joinedSubject { model.askToLeave(row) }
  }

  func askToDecline() {
    if let row = roomList.cursorRow { model.askToDecline(row) }
  }

  func askToDiscard() {
    if let row = conversation?.timeline.selectedRow { model.askToDiscard(row) }
  }

  func askToInvitePerson() {
    if let profile { model.askToInvite(profile.model) }
  }

  /// Opens the chat with the person of the profile; a new one is a room and an invite, and is asked
  /// for first.
  func messagePerson() {
    guard let profile else { return }
    if profile.model.hasChat.value { profile.message() } else { model.askToChat(profile.model) }
  }

  var undoDiscardAvailability: Availability {
    .shown(when: model.undoDiscard.isEnabled.value)
  }

  func undoDiscard() {
    model.undoDiscard.execute()
  }
}
