import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

@Suite("Status line view model")
@MainActor
struct StatusLineTests {
  private let test = TestWorld()
  private let account = FakeAccount()

  private func line(of account: FakeAccount) -> StatusLineViewModel {
    let session = account.session
    return StatusLineViewModel(
      session: session, world: test.world,
      overview: AccountsOverview(sessions: FakeSessionController(session: session)))
  }

  private func offline(_ reason: RequestError.Reason, seconds: Int, status: Int? = nil)
    -> ConnectionState
  {
    .offline(
      RequestError(operation: .sync, reason: reason, status: status), retryAfter: .seconds(seconds))
  }

  @Test("the connection goes up, down with a countdown, and up again")
  func connection() {
    let line = line(of: account)
    let (text, state) = (Recorder(line.connectionText), Recorder(line.connectionState))
    text.expect("")
    state.expect(.idle)
    account.sync.states.send(.connecting)
    text.expect("connecting…")
    state.expect(.connecting)
    account.sync.states.send(.online)
    text.expect("online")
    state.expect(.online)
    #expect(test.scheduler.pendingCount == 0)

    account.sync.states.send(offline(.timedOut, seconds: 3))
    text.expect("offline: no response, next try in 3 s (F5: now)")
    state.expect(.offline)
    test.scheduler.advance(by: .seconds(1))
    text.expect("offline: no response, next try in 2 s (F5: now)")
    test.scheduler.advance(by: .seconds(2))
    text.expect(
      "offline: no response, next try in 1 s (F5: now)",
      "offline: no response, trying again…")
    #expect(test.scheduler.pendingCount == 0)

    account.sync.states.send(.online)
    text.expect("online")
    state.expect(.online)
    test.scheduler.advance(by: .seconds(3600))
    text.expectNothing()
    #expect(test.scheduler.pendingCount == 0)
  }

  @Test("says how fresh the messages are while the server is not there")
  func freshness() {
    let line = line(of: account)
    let now = test.world.now()
    account.sync.times.send(now)
    account.sync.states.send(.connecting)
    let text = line.connectionText.value
    #expect(text.hasPrefix("connecting… (as of ") && text.hasSuffix(")"))
    account.sync.states.send(offline(.unreachable("refused"), seconds: 3))
    #expect(line.connectionText.value.hasPrefix("offline since "))
    account.sync.times.send(Timestamp(milliseconds: now.milliseconds - 86_400_000))
    #expect(
      line.connectionText.value
        == "offline since Yesterday: server unreachable, next try in 3 s (F5: now)")
    #expect(
      line.mediumConnectionText.value
        == "offline since Yesterday (F5: now): server unreachable")
    #expect(line.shortConnectionText.value == "offline (F5: now): server unreachable")
    test.scheduler.advance(by: .seconds(4))
    #expect(line.shortConnectionText.value == "offline: server unreachable, trying again…")
    account.sync.states.send(.online)
    #expect(line.connectionText.value == "online")
  }

  @Test("the same failure again restarts the countdown")
  func countsAnew() {
    let line = line(of: account)
    account.sync.states.send(offline(.timedOut, seconds: 2))
    test.scheduler.advance(by: .seconds(5))
    #expect(line.connectionText.value.hasSuffix("trying again…"))
    account.sync.states.send(offline(.timedOut, seconds: 2))
    #expect(line.connectionText.value.hasSuffix("next try in 2 s (F5: now)"))
  }

  @Test("the countdown ends when the connection returns early")
  func endsEarly() {
    let line = line(of: account)
    account.sync.states.send(offline(.timedOut, seconds: 60))
    test.scheduler.advance(by: .seconds(5))
    account.sync.states.send(.online)
    #expect(test.scheduler.pendingCount == 0)
    #expect(line.connectionText.value == "online")
  }

  @Test("the timer stops when the view model is released")
  func stops() {
    var line: StatusLineViewModel? = line(of: account)
    account.sync.states.send(offline(.timedOut, seconds: 60))
    #expect(line?.connectionState.value == .offline)
    #expect(test.scheduler.pendingCount == 1)
    line = nil
    #expect(test.scheduler.pendingCount == 0)
  }

  @Test(
    "the cause is told",
    arguments: [
      (RequestError.Reason.unreachable("refused"), nil, "server unreachable"),
      (.limited, 429, "too many requests"),
      (.refused, 502, "the server refused (502)"),
      (.refused, nil, "the server refused"),
      (.malformedResponse(path: "rooms.join"), 200, "invalid response at rooms.join"),
      (.signedOut(isSoft: true), 401, "the session has ended"),
      (.storage("disk full"), nil, "a file cannot be used: disk full"),
      (.tooLarge, nil, "the response is too large"),
    ] as [(RequestError.Reason, Int?, String)])
  func causes(reason: RequestError.Reason, status: Int?, text: String) {
    let line = line(of: account)
    account.sync.states.send(offline(reason, seconds: 90, status: status))
    #expect(
      line.connectionText.value == "offline: \(text), next try in 90 s (F5: now)")
  }

  @Test("the account, unsent messages and unread rooms are shown")
  func counts() {
    let line = line(of: account)
    let (unsent, inbox) = (Recorder(line.unsentText), Recorder(line.inboxText))
    #expect(line.accountText.value == "ada:example.org")
    unsent.expect("")
    inbox.expect("")

    account.sender.unsent.send(UnsentCount(waiting: 2, failed: 1))
    unsent.expect("3 unsent")
    account.sender.unsent.send(UnsentCount(failed: 1))
    unsent.expect("1 unsent")
    let until = Timestamp(milliseconds: test.world.now().milliseconds + 120_000)
    account.sender.unsent.send(UnsentCount(waiting: 1, limitedUntil: until))
    unsent.expect("1 unsent, again at \(test.world.time.clock(until))")
    account.sender.unsent.send(UnsentCount())
    unsent.expect("")
    account.rooms.list.send([
      .template("a") { $0.unreadCount = 4 },
      .template("b") {
        $0.unreadCount = 3
        $0.mentionCount = 2
      },
      .template("c"), .invite("d", name: "D"),
    ])
    inbox.expect("inbox 3  @2")
    account.rooms.list.send([.template("a") { $0.unreadCount = 1 }])
    inbox.expect("inbox 1")
    account.rooms.list.send([.template("a")])
    inbox.expect("")
  }

  @Test("a repaired file is named, with what became of its content", arguments: [true, false])
  func repaired(isComplete: Bool) {
    #expect(line(of: account).repairText == "")
    let repair = FileRepair(copy: "/data/vault.sqlite.damaged-1", isComplete: isComplete)
    let line = line(of: FakeAccount(repair: repair))
    #expect(line.repairText == "file repaired")
    let outcome = isComplete ? "all of it was saved" : "not all of it could be saved"
    #expect(
      line.repairNotice == "The account's file was damaged; \(outcome). "
        + "The damaged file is kept: /data/vault.sqlite.damaged-1")
  }

  @Test("a cache that was of no use is told of, also when that was found before the line was there")
  func cacheLost() {
    let notice = Recorder(line(of: account).cacheNotice)
    notice.expect("")
    account.sync.losses.send(())
    let sentence =
      "The cache was unusable and is loaded again; drafts and unsent messages are safe."
    notice.expect(sentence)
    #expect(line(of: account).cacheNotice.value == sentence)
  }

  @Test("drafts that the disk does not take are told of until it does")
  func draftsNotKept() {
    let line = line(of: account)
    let (mark, notice) = (Recorder(line.keepingText), Recorder(line.keepingNotice))
    account.places.problems.send(
      RequestError(operation: .changePreference, reason: .storage("no space left: /vault")))
    mark.expect("", "drafts not kept")
    notice.expect("", "Drafts are not kept: a file cannot be used: no space left: /vault")
    account.places.problems.send(nil)
    mark.expect("")
    notice.expect("")
  }

  @Test("the inbox follows single rooms")
  func followsChanges() {
    let line = line(of: account)
    let inbox = Recorder(line.inboxText)
    account.rooms.list.send([.template("a") { $0.mentionCount = 3 }, .template("b")])
    inbox.expect("", "inbox 1  @3")
    account.rooms.changes.send(
      .changed([.template("b") { $0.mentionCount = 2 }, .invite("c", name: "C")]))
    inbox.expect("inbox 3  @5")
    account.rooms.changes.send(.changed([.template("a") { $0.mentionCount = 1 }]))
    inbox.expect("inbox 3  @3")
    account.rooms.changes.send(
      .changed([.template("b"), .template("c") { $0.membership = .left }]))
    inbox.expect("inbox 1  @1")
    account.rooms.changes.send(.changed([.template("a")]))
    inbox.expect("")
  }

  @Test("only listed rooms are counted, with any number of mentions")
  func countsWhatIsListed() {
    let line = line(of: account)
    let inbox = Recorder(line.inboxText)
    account.rooms.list.send([
      .template("space") {
        $0.isSpace = true
        $0.unreadCount = 4
      },
      .template("left") {
        $0.membership = .left
        $0.unreadCount = 4
        $0.mentionCount = 1
      },
    ])
    inbox.expect("")
    account.rooms.list.send([.template("a") { $0.mentionCount = 1 }])
    inbox.expect("inbox 1  @1")
    account.rooms.list.send(
      ["a", "b"].map { name in
        .template(name) {
          $0.unreadCount = .max
          $0.mentionCount = .max
        }
      })
    inbox.expect("inbox 2  @999+")
  }
}
