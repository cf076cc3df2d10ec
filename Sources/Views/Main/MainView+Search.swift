import Signals
import ViewModels

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
