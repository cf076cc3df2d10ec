import Models
import Signals
import Support
import Testing

@testable import ViewModels

@MainActor
extension FakeAccount {
  /// The screen of the account, which is in one room that is open.
  func screen(in room: Room, _ world: World) -> MainViewModel {
    profiles.onRefresh.answer(with: .empty)
    let main = MainViewModel(session: session, sessions: FakeSessionController(), world: world)
    rooms.list.send([room])
    main.roomList.rows.value.first?.open.execute()
    return main
  }
}

@MainActor
extension MainViewModel {
  /// Types a text into the open question, and confirms it.
  func answer(_ text: String) {
    prompt.value?.textChanged(text)
    prompt.value?.submit.execute()
  }
}

@MainActor
extension SheetViewModel {
  /// Opens the entry that a text names.
  func choose(_ label: String) throws {
    open(
      try #require(
        rows.value.first {
          [$0.labelText, $0.quote.bodyText, $0.quote.senderText].contains(label)
        }))
  }
}
