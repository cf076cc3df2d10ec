import Controllers
import Models
import Signals

/// Searching messages.
extension MainViewModel {
  /// Opens the search for messages; `words` take the place of those of the last search.
  ///
  /// A room that opens meanwhile, such as one that was just joined, does so behind it.
  public func openSearch(for words: String? = nil) {
    let scope = conversation.value.map {
      SearchViewModel.Scope(room: $0.roomID, nameText: $0.roomName.value)
    }
    searching.appear(in: scope, words)
    openedSearch.value = searching
  }

  /// Goes back from the search, which keeps its words.
  public func closeSearch() {
    openedSearch.value?.disappear()
    openedSearch.value = nil
  }

  /// Shows a message that was found where it stands.
  func go(to found: FoundMessage) {
    batch {
      closeSearch()
      let message = found.message.eventID.map { Message.ID($0) } ?? found.message.id
      go(to: message, in: found.room.id, isKept: true)
    }
  }
}
