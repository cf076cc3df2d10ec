import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Preview of the composed message")
@MainActor
struct PreviewTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "A")

  private func open(_ draft: Draft? = nil) -> ComposerViewModel {
    account.rooms.list.send([room])
    account.places.keep(draft, in: room.id)
    return ConversationViewModel(
      room: room.id, session: account.session, world: test.world,
      draft: RoomDraft(room: room.id, places: account.places), navigator: Navigator()
    ).composer
  }

  @Test("follows the text while it is open, by the path of received messages")
  func follows() {
    let composer = open()
    let text = Recorder(composer.preview.row.map { $0.map { $0.noteText + $0.bodyText } })
    text.expect(nil)
    composer.draftChanged("one")
    text.expectNothing()
    composer.preview.toggle()
    test.scheduler.run()
    text.expect("one")
    #expect(composer.preview.row.value?.kind == .notice, "as the sender reads it")
    composer.draftChanged("two")
    test.scheduler.run()
    text.expect("two")
    composer.draftChanged("/me")
    text.expect("nothing to show yet")
    composer.draftChanged(" ")
    #expect(composer.preview.close())
    text.expect(nil)
    #expect(!composer.preview.close())
  }

  @Test("it is the message that would be sent, with its links")
  func links() {
    let source = "[Grace](https://matrix.to/#/%40grace%3Aexample.org) hi"
    let composer = open(Draft(text: source, cursor: 8))
    composer.preview.toggle()
    test.scheduler.run()
    #expect(composer.preview.row.value?.bodyText == source)
  }
}
