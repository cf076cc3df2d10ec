import Controllers
import Models
import Signals
import Support
import Testing
import ViewModels

@Suite("The way to the first new message of a room that was never read")
@MainActor
final class BeginningSearchTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "A")
  private var load: Subject<Void, RequestError>
  private let timeline: TimelineViewModel
  private let main: MainViewModel

  /// A room whose newest 50 of 200 messages are loaded.
  init() throws {
    _ = account.rooms.onMarkRead.answerLater()
    load = account.timelines.onLoadOlder.answerLater()
    main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    account.rooms.list.send([room])
    main.openFirstRoom()
    timeline = try #require(main.conversation.value?.timeline)
  }

  /// Shows a part of the room, in which the account's own message has a number.
  private func show(_ numbers: ClosedRange<Int>, at place: Int? = nil, own: Int? = nil) {
    account.timelines.history(of: room.id).send(
      .template {
        $0.messages = numbers.map { .template("\($0)", "\($0)", from: $0 == own ? .ada : .grace) }
        $0.hasOlder = numbers.lowerBound > 1
        $0.hasNewer = numbers.upperBound < 200
        $0.place = place.map { Message.template("\($0)").id }
      })
  }

  private func endLoad() {
    let load = load
    self.load = account.timelines.onLoadOlder.answerLater()
    load.send(())
    load.complete()
  }

  /// Ends the load that runs, with messages from a number on.
  private func answer(from first: Int, own: Int? = nil) {
    let last = account.timelines.loadsBefore.last??.rawValue.dropFirst()
    let place = last.flatMap { Int($0) } ?? 200
    endLoad()
    show(first...min(place + 99, 200), at: place, own: own)
  }

  private var landing: RowID? { timeline.landing.value?.row }

  @Test("one key leads behind the own event three pages further up, and shows that it loads")
  func ownEvent() {
    show(151...200)
    timeline.goToFirstNew()
    #expect(landing == RowID("$151"))
    #expect(timeline.historyText.value == "Loading older messages…")
    answer(from: 101)
    #expect(landing == RowID("$101"))
    #expect(timeline.historyText.value == "Loading older messages…")
    answer(from: 51)
    #expect(landing == RowID("$51"))
    answer(from: 1, own: 20)
    #expect(landing == RowID("$21"))
    #expect(account.timelines.loadsBefore.map(\.?.rawValue) == ["$151", "$101", "$51"])
    #expect(timeline.historyText.value == "Beginning of the room")
    #expect(!timeline.isAllNew)
    // The whole way is one step back.
    timeline.jumpBack()
    #expect(!timeline.canJumpBack.value)
    #expect(account.timelines.places.last == .message(Message.template("200").id))
  }

  @Test("without an own event it ends at the beginning of the room")
  func noOwnEvent() {
    show(51...200)
    timeline.goToFirstNew()
    answer(from: 1)
    #expect(landing == RowID("$1"))
    #expect(timeline.historyText.value == "Beginning of the room")
    #expect(timeline.landing.value?.noteText == "")
    #expect(account.timelines.loadsBefore.count == 1)
  }

  @Test("pages that have nothing to show are passed")
  func emptyPage() {
    show(51...200)
    timeline.goToFirstNew()
    answer(from: 51)
    #expect(account.timelines.loadsBefore.map(\.?.rawValue) == ["$51", "$51"])
    answer(from: 1, own: 10)
    // The next load began before the rows of this one came.
    endLoad()
    #expect(landing == RowID("$11"))
  }

  @Test("a failure ends it in words, and the key goes on from there")
  func failure() {
    show(51...200)
    account.timelines.onLoadOlder.fail(.timedOut)
    timeline.goToFirstNew()
    #expect(
      timeline.landing.value?.noteText == "The first new message is not loaded: n tries again")
    #expect(timeline.historyText.value.hasSuffix("PageUp tries again."))
    #expect(account.timelines.loadsBefore.count == 1)
    account.timelines.onLoadOlder.answer(with: load.signal)
    timeline.goToFirstNew()
    #expect(timeline.historyText.value == "Loading older messages…")
    answer(from: 1, own: 10)
    #expect(landing == RowID("$11"))
  }

  @Test("whoever moves away meanwhile is left there")
  func movingAway() {
    show(51...200)
    timeline.goToFirstNew()
    timeline.stopSearching()
    answer(from: 1, own: 10)
    #expect(landing == RowID("$51"))
    #expect(timeline.historyText.value == "Beginning of the room")
    // Now it is known where to go.
    timeline.goToFirstNew()
    #expect(landing == RowID("$11"))
  }

  @Test("another jump ends it")
  func otherJump() {
    show(51...200)
    timeline.goToFirstNew()
    timeline.jumpBack()
    #expect(landing == RowID("$200"))
    answer(from: 20)
    #expect(landing == RowID("$200"))
    #expect(account.timelines.loadsBefore.count == 1)
  }

  @Test("what another device has read meanwhile is where it ends")
  func readMeanwhile() {
    show(51...200)
    timeline.goToFirstNew()
    endLoad()
    account.timelines.history(of: room.id).send(
      .template {
        $0.messages = (20...149).map { .template("\($0)", "\($0)") }
        ($0.hasOlder, $0.hasNewer) = (true, true)
        $0.place = Message.template("51").id
        $0.readUpTo = Message.template("100").eventID
      })
    #expect(landing == RowID("$101"))
    #expect(account.timelines.loadsBefore.count == 1)
  }

  @Test("after 40 pages it ends in words")
  func bound() {
    show(151...200)
    timeline.goToFirstNew()
    for first in (110...149).reversed() { answer(from: first) }
    #expect(landing == nil)
    #expect(
      timeline.landing.value?.noteText == "The first new message is further back: n goes on")
    #expect(timeline.historyText.value == "")
    #expect(account.timelines.loadsBefore.count == 40)
    timeline.goToFirstNew()
    #expect(account.timelines.loadsBefore.count == 41)
  }
}
