import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

/// Where the new-messages marker stands after a start, and when the room counts as read.
@Suite("Read position after a start")
@MainActor
struct ReadPositionTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "Swift")
  private let messages = (1...4).map { Message.template("\($0)", "\($0)") }

  private var history: ReplaySubject<Timeline, Never> { account.timelines.history(of: room.id) }

  private func open(at message: Message.ID? = nil) -> ConversationViewModel {
    account.rooms.list.send([room])
    return ConversationViewModel(
      room: room.id, session: account.session, world: test.world, draft: .empty,
      navigator: Navigator(), start: message)
  }

  private func timeline(
    _ count: Int, readUpTo: Int, _ change: (inout Timeline.Builder) -> Void = { _ in }
  ) -> Timeline {
    Timeline.template {
      $0.messages = Array(messages.prefix(count))
      $0.readUpTo = messages[readUpTo - 1].eventID
      change(&$0)
    }
  }

  /// The texts of the rows, with the marker; without the day.
  private func rows(_ conversation: ConversationViewModel) -> [String] {
    conversation.timeline.rows.value.dropFirst().map {
      $0.content.value.kind == .newMarker ? "new" : $0.content.value.bodyText
    }
  }

  @Test("what came while the program was closed stands below the marker")
  func missed() {
    let conversation = open()
    history.send(timeline(2, readUpTo: 2))
    #expect(rows(conversation) == ["1", "2"])
    #expect(account.rooms.onMarkRead.takeCalls() == [room.id])

    history.send(timeline(3, readUpTo: 2))
    #expect(rows(conversation) == ["1", "2", "new", "3"])
    account.sync.states.send(.online)
    #expect(account.rooms.onMarkRead.takeCalls() == [room.id])

    history.send(timeline(4, readUpTo: 3))
    #expect(rows(conversation) == ["1", "2", "new", "3", "4"])
  }

  @Test("the marker of unread messages stands when they are marked read before the first sync")
  func unreadBefore() {
    let conversation = open()
    history.send(timeline(2, readUpTo: 1))
    #expect(rows(conversation) == ["1", "new", "2"])
    history.send(timeline(2, readUpTo: 2))
    history.send(timeline(3, readUpTo: 2))
    #expect(rows(conversation) == ["1", "new", "2", "3"])
  }

  @Test("what is new in a never-read room begins behind the last own event, once that is loaded")
  func neverRead() {
    account.sync.states.send(.online)
    let conversation = open()
    let joining = Message.template("2", from: .ada) {
      $0.content = .membership(
        MembershipChange(user: User.ada.id, displayName: "Ada", kind: .joined))
    }
    let all = [messages[0], joining, messages[2], messages[3]]
    func send(from first: Int, readUpTo: Int? = nil) {
      history.send(
        .template {
          $0.messages = Array(all[first...])
          $0.readUpTo = readUpTo.map { .template("$\($0)") }
        })
    }
    let timeline = conversation.timeline
    send(from: 3)
    #expect(timeline.isAllNew && timeline.hasUnseenBeginning)
    // This device marks the room as read at once.
    #expect(account.rooms.onMarkRead.takeCalls() == [room.id])
    send(from: 2, readUpTo: 4)
    #expect(timeline.isAllNew && timeline.hasUnseenBeginning)
    #expect(rows(conversation) == ["3", "4"])
    send(from: 0, readUpTo: 4)
    #expect(!timeline.isAllNew && timeline.hasUnseenBeginning)
    #expect(rows(conversation).suffix(3) == ["new", "3", "4"])
    #expect(account.places.kept.unseen == [room.id: joining.id])
    timeline.beginningSeen()
    #expect(!timeline.hasUnseenBeginning && timeline.hasNewMessages)
  }

  @Test("a never-read room that another device reads meanwhile is new behind what that has read")
  func readMeanwhile() {
    // What it marks before it is online may come after what another device has.
    let conversation = open()
    history.send(.template { $0.messages = messages })
    #expect(conversation.timeline.isAllNew)
    history.send(timeline(4, readUpTo: 3))
    #expect(!conversation.timeline.isAllNew)
    #expect(rows(conversation) == ["1", "2", "3", "new", "4"])
  }

  @Test("what another device read while the program was closed is not new")
  func readElsewhere() {
    let conversation = open()
    history.send(timeline(2, readUpTo: 2))
    history.send(timeline(4, readUpTo: 3))
    #expect(rows(conversation) == ["1", "2", "3", "new", "4"])
  }

  @Test("the own messages that follow the last read one are not new")
  func own() {
    let conversation = open()
    let mine = Message.template("mine", "mine", from: .ada)
    history.send(
      timeline(1, readUpTo: 1) { $0.messages += [mine, .template("theirs", "theirs")] })
    #expect(rows(conversation) == ["1", "mine", "new", "theirs"])
  }

  @Test("messages that arrive at the end of an open room need no marker")
  func live() {
    account.sync.states.send(.online)
    let conversation = open()
    history.send(timeline(2, readUpTo: 2))
    history.send(timeline(3, readUpTo: 2))
    #expect(rows(conversation) == ["1", "2", "3"])
  }

  @Test("a room that opens where it was scrolled to is read when its end is shown")
  func behind() {
    account.sync.states.send(.online)
    let conversation = open(at: messages[0].id)
    #expect(account.timelines.places.last == .message(messages[0].id))
    history.send(timeline(2, readUpTo: 2) { $0.hasNewer = true })
    test.scheduler.advance(by: .seconds(5))
    #expect(account.rooms.onMarkRead.takeCalls() == [])

    conversation.timeline.showNewest()
    #expect(account.timelines.places.contains(.newest))
    #expect(account.rooms.onMarkRead.takeCalls() == [room.id])
    withExtendedLifetime(conversation) {}
  }

  @Test("the marker stands in a part of the history that ends with the last read message")
  func marker() {
    account.sync.states.send(.online)
    let conversation = open(at: messages[0].id)
    history.send(timeline(2, readUpTo: 2) { $0.hasNewer = true })
    #expect(rows(conversation) == ["1", "2"])
    history.send(timeline(4, readUpTo: 2))
    #expect(rows(conversation) == ["1", "2", "new", "3", "4"])
    conversation.timeline.scrolled(to: nil)
    #expect(account.rooms.onMarkRead.takeCalls() == [room.id])
    history.send(timeline(4, readUpTo: 4))
    #expect(rows(conversation) == ["1", "2", "new", "3", "4"])
  }

  @Test("the marker stands behind own messages that are loaded after it was set")
  func passesOwn() {
    let all = [messages[0], .template("2", "2", from: .ada), messages[2], messages[3]]
    func part(_ list: [Message], gaps: [Message.ID] = []) -> Timeline {
      timeline(0, readUpTo: 1) { ($0.messages, $0.gaps) = (list, gaps) }
    }
    account.timelines.onLoadOlder.answer(with: .never)
    let conversation = open()
    history.send(part(Array(all.suffix(2))))
    #expect(rows(conversation) == ["3", "4"])
    #expect(conversation.timeline.hasUnseenBeginning)
    history.send(part(all, gaps: [all[1].id]))
    #expect(rows(conversation).contains("new") == false, "others may be missing before the own one")
    history.send(part(all))
    #expect(rows(conversation) == ["1", "2", "new", "3", "4"])
    #expect(conversation.timeline.hasUnseenBeginning)
    conversation.timeline.beginningSeen()
    #expect(!conversation.timeline.hasUnseenBeginning)
  }
}
