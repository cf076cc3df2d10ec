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

extension MainView {
  /// The keys that open the search for messages, and go to what it found.
  static let searching: [BoundAction<MainView>] = [
    BoundAction(
      "search-messages", "search messages…",
      .init("C-r", in: .panes.union([.profile, .sheet, .search])), menus: .panes
    ) { $0.openSearch() },
    BoundAction(
      "found-open", "go to the message", hint: "go there", .init("Enter", in: [.search]),
      when: { $0.search?.openAvailability ?? .hidden }
    ) { $0.openFound() },
  ]

  /// The key that leaves the search.
  static let leavingSearch: [BoundAction<MainView>] = [
    BoundAction("search-close", "close the search", hint: "back", .init("Esc", in: [.search])) {
      $0.model.closeSearch()
    }
  ]

  /// Begins another search when one is open.
  private func openSearch() {
    if let search { search.field.offer() } else { model.openSearch() }
  }

  private func openFound() {
    focusAfterOpening = .timeline
    search?.openSelection()
    focusTimeline()
  }
}
