import Signals
import ViewModels

extension SearchView {
  /// The keys that move through what was found; letters are words to search for.
  static let actions: [BoundAction<SearchView>] = [
    BoundAction("found-down", "next message", hint: "next", .init("Down", "C-n", in: [.search])) {
      $0.moveCursor(by: 1)
    },
    BoundAction("found-up", "previous message", .init("Up", "C-p", in: [.search])) {
      $0.moveCursor(by: -1)
    },
    BoundAction("found-page-down", "a page down", .init("PageDown", in: [.search])) {
      $0.moveCursor(byPages: 1)
    },
    BoundAction("found-page-up", "a page up", .init("PageUp", in: [.search])) {
      $0.moveCursor(byPages: -1)
    },
    BoundAction(
      "search-scope", "search this room, or all rooms", hint: "this room",
      .init("Tab", in: [.search]),
      when: { .when($0.model.canChangeScope.value, else: "No room is open") }
    ) { $0.model.changeScope() }
    .hinting { $0.model.isOfRoom.value ? "all rooms" : nil },
  ]
}
