import Signals
import ViewModels

/// Forwarding, pins, reports and earlier versions of the selected message.
extension MainView {
  /// The actions of a message that pin, forward and report it, and list what it said.
  static let lists: [BoundAction<MainView>] = [
    BoundAction(
      "forward", "forward to…", menus: [.timeline], when: { $0.forwardAvailability }
    ) { $0.askToForward() },
    BoundAction(
      "pin", "pin the message", menus: [.timeline], when: { $0.pinAvailability(isPinned: false) }
    ) { $0.askToPin() },
    BoundAction(
      "unpin", "unpin the message", menus: [.timeline],
      when: { $0.pinAvailability(isPinned: true) }
    ) { $0.askToPin() },
    BoundAction(
      "report", "report to administrators…", menus: [.timeline],
      when: { .shown(when: $0.selectedRow?.canReport == true) }
    ) { $0.askToReport() },
    BoundAction(
      "versions", "show earlier versions", menus: [.timeline], when: { $0.versionsAvailability }
    ) { $0.showVersions() },
  ]

  /// Disabled where somebody may look for it in vain.
  var forwardAvailability: Availability {
    if let refusal = selectedRow?.forwardRefusalText { return .disabled(refusal) }
    return .shown(when: selectedRow?.canForward == true)
  }

  func askToForward() {
    if let selectedRow { model.askToForward(selectedRow, tell: host.report) }
  }

  /// Disabled where the power levels do not allow it.
  func pinAvailability(isPinned: Bool) -> Availability {
    guard let row = selectedRow, row.canPin, row.content.value.isPinned == isPinned else {
      return .hidden
    }
    return .when(
      conversation?.model.timeline.canPin.value == true,
      else: "Your power level in this room does not allow pinning")
  }

  func askToPin() {
    if let selectedRow { model.askToPin(selectedRow) }
  }

  func askToReport() {
    if let selectedRow { model.askToReport(selectedRow, tell: host.report) }
  }

  var versionsAvailability: Availability { .shown(when: selectedRow?.hasVersions == true) }

  func showVersions() {
    if let selectedRow { model.showVersions(of: selectedRow) }
  }

  var pinsAvailability: Availability { inviteAvailability }

  func showPins() {
    if let row = subjectRow { model.showPins(of: row) }
  }

  /// Goes to the message of the list's entry.
  func openSheetSelection() {
    guard let list = sheet?.model else { return }
    let concernsDraft = list.concernsDraft
    sheet?.openSelection()
    guard !list.keepsFocus else { return }
    if concernsDraft { focusComposer() } else { focusTimeline() }
  }
}
