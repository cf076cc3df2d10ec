import Models
public import Signals

/// The end of a jump to a message.
public nonisolated struct Landing: Hashable, Sendable {
  /// The row of the message; nil when the message is not loaded.
  public let row: RowID?
  /// The number of the jump.
  public let number: Int

  package init(row: RowID?, number: Int) {
    self.row = row
    self.number = number
  }
}

/// The jumps from replies to what they quote, and back.
final class Jumps {
  /// Where the last jump ended.
  let landing = MutableProperty<Landing?>(nil)
  /// Whether there is a place to go back to.
  let canGoBack = MutableProperty(false)

  private var target: Message.ID?
  private var count = 0
  private var origins: [Message.ID] = []
  /// Nobody goes back further.
  private static let mostOrigins = 50

  /// Whether the messages around the target are awaited.
  var isSeeking: Bool { target != nil }

  func begin(at target: Message.ID, from origin: Message.ID?) {
    self.target = target
    guard let origin else { return }
    origins = (origins + [origin]).suffix(Self.mostOrigins)
    canGoBack.value = true
  }

  /// The message from which the last jump began.
  func takeOrigin() -> Message.ID? {
    let origin = origins.popLast()
    canGoBack.value = !origins.isEmpty
    return origin
  }

  /// Lands if the target is among some messages.
  func land(among messages: [Message]) -> Bool {
    guard let target, let message = messages.last(where: { $0.isNamed(target) }) else {
      return false
    }
    end(at: RowID(message.id.rawValue))
    return true
  }

  /// The target is not there.
  func fail() { end(at: nil) }

  private func end(at row: RowID?) {
    target = nil
    count += 1
    landing.value = Landing(row: row, number: count)
  }
}

extension TimelineViewModel {
  /// Shows the message that a row quotes; false when it quotes none.
  public func jump(from row: MessageRowViewModel) -> Bool {
    guard let message = row.shown, let reply = message.reply else { return false }
    go(to: reply.target, from: message.id)
    return true
  }

  /// Shows the message from which the last jump began.
  public func jumpBack() {
    if let origin = jumps.takeOrigin() { go(to: origin, from: nil) }
  }

  /// Where the last jump ended.
  public var landing: Property<Landing?> { jumps.landing }

  /// Whether a jump can be undone.
  public var canJumpBack: Property<Bool> { jumps.canGoBack }

  private func go(to target: Message.ID, from origin: Message.ID?) {
    batch {
      jumps.begin(at: target, from: origin)
      if !jumps.land(among: messages) { seek(target) }
    }
  }
}
