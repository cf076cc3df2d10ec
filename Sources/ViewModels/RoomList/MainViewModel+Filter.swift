import Signals

extension MainViewModel {
  /// Asks for words that the names of rooms contain; the list follows each letter and marks the first of them.
  ///
  /// The answer opens the marked room. Closing the question shows all rooms again; it may also leave the list
  /// as it is, for going through what was found.
  ///
  /// - Parameter opened: Called when a room was opened.
  public func askToFilter(opened: @escaping @MainActor () -> Void) {
    let (list, questions) = (roomList, questions)
    var keepsFilter = false
    let keys = PromptList(
      isEmpty: list.hasRooms.map { !$0 },
      move: { list.moveMark(by: $0) },
      keep: {
        keepsFilter = true
        questions.close()
      })
    questions.ask(
      "Rooms whose name contains", placeholder: "some letters", isSearch: true, list: keys,
      changed: { list.find($0) },
      closed: {
        // In this order: the mark that a filter leaves is where the cursor stays.
        if !keepsFilter { list.endFilter() }
        list.endMark()
      }
    ) { _ in
      guard let row = list.markedRow, row.open.isEnabled.value else {
        // The list tells of an invite more than a question can.
        keepsFilter = true
        return .empty
      }
      row.open.execute()
      opened()
      return .empty
    }
  }
}
