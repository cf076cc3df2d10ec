import Signals
import Terminal
import ViewModels

extension MainView {
  /// The keys that open and leave the members, and what can be done to people.
  static let people: [BoundAction<MainView>] = [
    BoundAction(
      "open-member", "open the profile", hint: "profile", .init("Enter", in: [.members]),
      menus: [.members], when: { .shown(when: $0.selectedMember != nil) }
    ) { main in main.selectedMember.map { main.model.openProfile(of: $0) } },
    BoundAction(
      "manage-member", "remove, ban, change power…", menus: [.members, .sheet],
      when: { $0.managingAvailability }
    ) { $0.manageMember() },
    BoundAction(
      "manage-sender", "remove or ban the sender…", menus: [.timeline],
      when: { main in .shown(when: main.selectedRow.map { main.model.canManage($0) } ?? false) }
    ) { main in main.selectedRow.map { main.model.manageSender(of: $0, tell: main.host.report) } },
    BoundAction(
      "manage-person", "remove, ban, change power…", menus: [.profile],
      when: { .shown(when: $0.model.canManageProfile) }
    ) { main in main.model.manageProfile(tell: main.host.report) },
    BoundAction(
      "members", "show or hide the members",
      .init("F8", in: .panes), .init("M", in: [.timeline, .roomList]),
      menus: .panes, when: { .shown(when: $0.conversation != nil) }
    ) { $0.toggleMembers() },
    BoundAction(
      "leave-members", "back to the messages", hint: "back", .init("Esc", in: [.members])
    ) { $0.focusTimeline() },
  ]
}

extension MainView {
  /// The person under the cursor of the members.
  var selectedMember: MemberRow? { conversation?.members.selectedRow }

  fileprivate var managingAvailability: Availability {
    guard let sheet else {
      return .shown(when: selectedMember.map { model.canManage($0) } ?? false)
    }
    guard sheet.model.hasPeople, let row = sheet.selectedRow else { return .hidden }
    return .when(!model.isOwn(row), else: "That is you")
  }

  /// Lists what can be done to the person under the cursor.
  fileprivate func manageMember() {
    if let sheet {
      if let row = sheet.selectedRow { sheet.model.manage(row, tell: host.report) }
    } else if let selectedMember {
      model.manage(selectedMember, tell: host.report)
    }
  }

  /// Whether the members are beside the messages in a pane.
  func hasMembersBeside(in pane: Rect?) -> Bool {
    pane.map { ConversationLayout.fitsMembers($0) } ?? false && model.showsMembersBeside.value
  }

  /// Shows the members and gives them the focus, or takes them away.
  func toggleMembers() {
    let fits = drawnPane.map { ConversationLayout.fitsMembers($0) } ?? false
    if fits, model.showsMembersBeside.value {
      model.showMembersBeside(false)
      if focus == .members { focusTimeline() }
    } else if focus == .members {
      focusTimeline()
    } else {
      if fits { model.showMembersBeside(true) }
      focusMembers()
    }
  }
}
