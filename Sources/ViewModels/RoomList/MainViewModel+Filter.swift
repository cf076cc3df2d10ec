import Signals

extension MainViewModel {
  /// Asks for words that the names of rooms contain; the list follows each letter.
  ///
  /// Closing the question shows all rooms again. A single room that is found opens.
  public func askToFilter() {
    let list = roomList
    var isAnswered = false
    questions.ask(
      "Rooms whose name contains", placeholder: "some letters", isSearch: true,
      changed: { list.filter(words: $0) },
      closed: { if !isAnswered { list.endFilter() } }
    ) { text in
      list.filter(words: text)
      isAnswered = true
      let found = list.entries.value.compactMap { entry -> RoomRowViewModel? in
        if case .room(let row) = entry { row } else { nil }
      }
      if found.count == 1, let row = found.first, row.open.isEnabled.value {
        isAnswered = false
        row.open.execute()
      }
      return .empty
    }
  }
}
