import Controllers
import Models
public import Signals

/// The end of a jump to a message.
public nonisolated struct Landing: Hashable, Sendable {
  /// The row of the message; nil when the message is not loaded.
  public let row: RowID?
  /// Why it is not, or that it is being loaded.
  public let noteText: String
  /// The number of the jump.
  public let number: Int

  package init(row: RowID?, noteText: String = "", number: Int) {
    self.row = row
    self.noteText = noteText
    self.number = number
  }
}

/// The jumps from replies to what they quote, and back.
final class Jumps {
  /// Where the last jump ended.
  let landing = MutableProperty<Landing?>(nil)
  /// Whether there is a place to go back to.
  let canGoBack = MutableProperty(false)

  /// The message that the user wants to see, until the jump ends.
  private(set) var target: Message.ID?
  /// Whether the jump ends at the message after the target, if there is one.
  private var isToNext = false
  /// The request for the messages around it.
  let request = SerialDisposable()
  /// The target that is being requested.
  var fetched: Message.ID?
  private var count = 0
  /// The places from which the jumps began, through rooms and threads; the last one first in going back.
  private(set) var origins: [MessagePlace] = []
  /// Nobody goes back further.
  private static let mostOrigins = 50

  /// Whether the messages around the target are awaited.
  var isSeeking: Bool { target != nil }

  func begin(at target: Message.ID, from origin: MessagePlace?, isToNext: Bool) {
    self.target = target
    self.isToNext = isToNext
    if let origin { follow(origins + [origin]) }
  }

  /// Takes over the places from which the user has come here.
  func follow(_ origins: [MessagePlace]) {
    self.origins = origins.suffix(Self.mostOrigins)
    canGoBack.value = !origins.isEmpty
  }

  /// The place from which the last jump began.
  func takeOrigin() -> MessagePlace? {
    let origin = origins.popLast()
    canGoBack.value = !origins.isEmpty
    return origin
  }

  /// Lands if the target is among some messages.
  func land(among messages: [Message]) -> Bool {
    guard let target, let index = messages.lastIndex(where: { $0.isNamed(target) }) else {
      return false
    }
    let next = isToNext && index + 1 < messages.count ? index + 1 : index
    end(at: RowID(messages[next].id.rawValue))
    return true
  }

  /// Lands at a row that is there, without a way back.
  func land(at row: RowID) { end(at: row) }

  /// The target is shown elsewhere.
  func leave() { (target, fetched) = (nil, nil) }

  /// The target is not there.
  func fail(_ note: String) {
    target = nil
    tell(note)
  }

  /// Says what happens meanwhile.
  func tell(_ note: String) {
    count += 1
    landing.value = Landing(row: nil, noteText: note, number: count)
  }

  private func end(at row: RowID?) {
    (target, fetched) = (nil, nil)
    count += 1
    landing.value = Landing(row: row, number: count)
  }
}

extension TimelineViewModel {
  /// Shows the message that a row quotes; false when it quotes none.
  public func jump(from row: MessageRowViewModel) -> Bool {
    guard let message = row.shown, let reply = message.reply else { return false }
    go(to: reply.target, from: place(of: message.id))
    return true
  }

  /// Shows the message from which the last jump began, in its room or thread.
  public func jumpBack() {
    guard let origin = jumps.takeOrigin() else { return }
    guard origin == place(of: origin.message) else { return leave(for: origin) }
    go(to: origin.message, from: nil)
  }

  /// Where the last jump ended.
  public var landing: Property<Landing?> { jumps.landing }

  /// Whether a jump can be undone.
  public var canJumpBack: Property<Bool> { jumps.canGoBack }

  /// Shows a message of the room, or the one after it, and after that `origin` when going back.
  func go(to target: Message.ID, from origin: MessagePlace?, isToNext: Bool = false) {
    stopSearching()
    goOn(to: target, from: origin, isToNext: isToNext)
  }

  /// Does that as a part of a longer way.
  func goOn(to target: Message.ID, from origin: MessagePlace? = nil, isToNext: Bool = false) {
    batch {
      jumps.begin(at: target, from: origin, isToNext: isToNext)
      if !jumps.land(among: messages) { find(target) { $0.seek(target) } }
    }
  }

  /// Goes to a message that is about to come back, once it is there.
  func goWhenThere(to message: Message.ID) {
    let row = RowID(message.rawValue)
    let isThere = rows.map { $0.contains { $0.id == row } }
    guard !isThere.value else { return jumps.land(at: row) }
    returning.inner = isThere.observe { [weak self] isThere in
      guard isThere else { return }
      self?.returning.inner = nil
      self?.jumps.land(at: row)
    }
  }

  /// Shows the target of a jump elsewhere if it stands elsewhere, such as in a thread; otherwise does what
  /// follows here.
  private func find(
    _ target: Message.ID, orElse next: @escaping @MainActor (TimelineViewModel) -> Void
  ) {
    jumps.request.inner = timelines.home(of: target, in: room).observe(on: .main).subscribe {
      [weak self] home in
      guard let self, jumps.target == target else { return }
      guard let home, !subject.shows(target, home) else { return next(self) }
      jumps.leave()
      leave(for: MessagePlace(message: target, room: room, subject: ConversationSubject(home)))
    }
  }

  /// Shows a message elsewhere, with the way back that leads here.
  private func leave(for place: MessagePlace) {
    navigator.messages.send(MessageJump(target: place, origins: jumps.origins))
  }

  /// Requests the messages around the target of a jump, which the store does not have.
  func fetchTarget(_ load: (Message.ID) -> Signal<Void, RequestError>) {
    guard let target = jumps.target, jumps.fetched != target else { return }
    jumps.fetched = target
    jumps.tell("Loading that message…")
    jumps.request.inner = load(target).observe(on: .main).subscribe(
      value: { _ in },
      failed: { [weak self] in self?.giveUp(target, Self.failure($0)) },
      completed: { [weak self] in
        self?.find(target) { $0.giveUp(target, $0.notLoadedText) }
      })
  }

  /// Ends a jump whose target has not appeared.
  private func giveUp(_ target: Message.ID, _ note: String) {
    jumps.fetched = nil
    guard jumps.target == target else { return }
    jumps.fail(note)
    returnToEnd()
  }

  private var notLoadedText: String {
    "That message is not loaded: \(chosen.value.key(.scrollUp)) shows older ones"
  }

  private static func failure(_ error: RequestError) -> String {
    error.status == 404 || error.status == 403
      ? "The server does not show that message to you" : ErrorSentences.text(error)
  }
}
