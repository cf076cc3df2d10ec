import Signals
import ViewModels

extension TimelineView {
  /// The keys of the messages.
  static let actions: [BoundAction<TimelineView>] = [
    BoundAction("message-up", "previous message", .init("k", "Up", in: [.timeline])) {
      $0.moveSelection(by: -1)
    },
    BoundAction("message-down", "next message", .init("j", "Down", in: [.timeline])) {
      $0.moveSelection(by: 1)
    },
    BoundAction(
      "sender-profile", "profile of the sender",
      .init("p", in: [.timeline]), menus: [.timeline],
      when: { $0.senderAvailability }
    ) { $0.openSender() },
    BoundAction(
      "uncover", "show or hide what is covered", hint: "uncover",
      .init("s", in: [.timeline]), menus: [.timeline],
      when: { $0.uncoverAvailability }
    ) { $0.uncoverSelection() },
    BoundAction(
      "table-right", "more of a wide table", hint: "table", .init("Right", in: [.timeline]),
      when: { $0.tableAvailability(1) }
    ) { $0.moveTables(1) },
    BoundAction(
      "table-left", "back in a wide table", hint: "back", .init("Left", in: [.timeline]),
      when: { $0.tableAvailability(-1) }
    ) { $0.moveTables(-1) },
    BoundAction(
      "send-again", "send the message again", menus: [.timeline],
      when: { $0.retryAvailability }
    ) { $0.retrySelection() },
    BoundAction(
      "reload-picture", "load the whole picture", hint: "load picture",
      .init("R", in: [.timeline]), menus: [.timeline],
      when: { $0.reloadAvailability }
    ) { $0.reloadPicture() },
    BoundAction("first-message", "first message", .init("g", "Home", in: [.timeline])) {
      $0.selectFirst()
    },
    BoundAction("last-message", "last message", .init("G", "End", in: [.timeline])) {
      $0.selectLast()
    },
  ]
}

extension TimelineView {
  var senderAvailability: Availability {
    .shown(when: selectedRow?.openSender.isEnabled.value == true)
  }

  /// Whether the row has something to open: changes, or a sender's profile.
  var openAvailability: Availability {
    selectedRow?.toggle.isEnabled.value == true ? .enabled : senderAvailability
  }

  var uncoverAvailability: Availability {
    .shown(when: selectedRow?.uncover.isEnabled.value == true)
  }

  var retryAvailability: Availability {
    .shown(when: selectedRow?.retry.isEnabled.value == true)
  }

  var reloadAvailability: Availability {
    .shown(when: selectedRow?.retryImage.isEnabled.value == true)
  }

  var discardAvailability: Availability {
    .shown(when: selectedRow?.isDiscardable.value == true)
  }

  var backAvailability: Availability { .shown(when: model.canJumpBack.value) }

  /// Expands or collapses the selected row's changes; goes to the message that a reply quotes; on other
  /// rows, opens the sender's profile.
  func openSelection() {
    guard let row = selectedRow, !model.jump(from: row) else { return }
    guard row.toggle.isEnabled.value else { return openSender() }
    row.toggle.execute()
    select(row)
  }

  func openSender() {
    selectedRow?.openSender.execute()
  }

  func uncoverSelection() {
    selectedRow?.uncover.execute()
  }

  func retrySelection() {
    selectedRow?.retry.execute()
  }

  func reloadPicture() {
    selectedRow?.retryImage.execute()
  }
}
