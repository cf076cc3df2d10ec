import Signals
import ViewModels

extension SheetView {
  /// The keys that move through a list.
  static let actions: [BoundAction<SheetView>] = [
    BoundAction("sheet-down", "next entry", hint: "next", .init("Down", "j", in: [.sheet])) {
      $0.moveCursor(by: 1)
    },
    BoundAction("sheet-up", "previous entry", .init("Up", "k", in: [.sheet])) {
      $0.moveCursor(by: -1)
    },
    BoundAction("sheet-page-down", "a page down", .init("PageDown", in: [.sheet])) {
      $0.moveCursor(byPages: 1)
    },
    BoundAction("sheet-page-up", "a page up", .init("PageUp", in: [.sheet])) {
      $0.moveCursor(byPages: -1)
    },
    BoundAction("sheet-first", "first entry", .init("Home", "g", in: [.sheet])) {
      $0.moveCursor(by: -$0.entryCount)
    },
    BoundAction("sheet-last", "last entry", .init("End", "G", in: [.sheet])) {
      $0.moveCursor(by: $0.entryCount)
    },
    BoundAction(
      "sheet-undo", "take the last change back", hint: "undo", .init("u", in: [.sheet]),
      when: { .shown(when: $0.model.canUndo.value) }
    ) { $0.model.undo() },
  ]

  /// The key that lists other entries; a narrow footer rather names those that choose and leave.
  static let searching: [BoundAction<SheetView>] = [
    BoundAction(
      "sheet-search", "search for other entries", hint: "search", .init("/", in: [.sheet]),
      when: { .shown(when: $0.model.canSearch) }
    ) { $0.model.search() }
  ]
}

extension RootView {
  /// The keys that leave a list.
  static let sheets: [BoundAction<RootView>] = [
    BoundAction(
      "sheet-open", "choose the entry", hint: "choose", .init("Enter", in: [.sheet]),
      when: { $0.sheet?.openAvailability ?? .hidden }
    ) {
      $0.openSheetSelection()
    }
    .hinting { $0.sheet?.openHint },
    BoundAction("sheet-close", "back", hint: "back", .init("Esc", "q", in: [.sheet])) {
      $0.closeSheet()
    },
  ]

  /// The open list, if any.
  var sheet: SheetView? { main?.sheet ?? signIn?.sheet }

  private func openSheetSelection() {
    main?.openSheetSelection()
    signIn?.sheet?.openSelection()
  }

  private func closeSheet() {
    main?.model.closeSheet()
    signIn?.model.closeSheet()
  }
}

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
}
