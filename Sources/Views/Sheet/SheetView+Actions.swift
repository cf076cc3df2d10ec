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
