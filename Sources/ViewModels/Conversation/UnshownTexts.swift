import Controllers
import Models
import Signals

/// The texts that were sent and are not shown among the messages yet.
///
/// What the user does next may mean such a message: keys wait for it.
final class UnshownTexts {
  /// Nobody waits longer for one.
  private static let mostTime = Duration.seconds(1)

  private struct Text {
    /// The message whose text this is to be; nil for a new message.
    let target: Message.ID?
    /// That message as it was before, unless it is not loaded.
    let before: Message?
    /// What the sender has made of the text.
    var sent: Message.ID?
    /// Whether the server has it.
    var isSettled = false
    /// Whether nobody waits for it any longer.
    var isLate = false
    let wait: any Disposable
  }

  /// Whether there are any for which keys wait.
  let isWaiting: Property<Bool>
  /// Whether there are none, not even any that took too long.
  var isEmpty: Bool { texts.isEmpty }
  private let timeline: TimelineViewModel
  private let scheduler: any Scheduler
  private var texts: [Int: Text] = [:]
  private var lastNumber = 0
  private let count = MutableProperty(0)
  private let lifetime = Lifetime()

  init(in timeline: TimelineViewModel, scheduler: any Scheduler) {
    self.timeline = timeline
    self.scheduler = scheduler
    isWaiting = count.map { $0 > 0 }
    lifetime.add(timeline.version.observe { [weak self] _ in self?.removeShown() })
  }

  /// Waits for a text that is being sent; returns its number.
  func add(changing target: Message.ID?) -> Int {
    lastNumber += 1
    let number = lastNumber
    let wait = Signal<Void, Never>.timer(after: Self.mostTime, on: scheduler)
      .observe(on: .main).subscribe { [weak self] _ in self?.endWait(for: number) }
    texts[number] = Text(target: target, before: target.flatMap(message), wait: wait)
    recount()
    return number
  }

  /// The server has a text.
  func settled(_ number: Int) {
    texts[number]?.isSettled = true
    if texts[number]?.isLate == true { remove(number) }
  }

  private func endWait(for number: Int) {
    texts[number]?.isLate = true
    if texts[number]?.isSettled == true { remove(number) } else { recount() }
  }

  private func recount() { count.value = texts.values.count { !$0.isLate } }

  /// The sender has made a message of a text, or a change of one.
  func named(_ number: Int, _ message: Message.ID) {
    texts[number]?.sent = message
    removeShown()
  }

  /// No longer waits for a text.
  func remove(_ number: Int) {
    texts.removeValue(forKey: number)?.wait.dispose()
    recount()
  }

  private func removeShown() {
    for (number, text) in texts where isShown(text) { remove(number) }
  }

  private func isShown(_ text: Text) -> Bool {
    guard let sent = text.sent else { return false }
    guard let target = text.target else { return message(sent) != nil }
    guard let before = text.before, let now = message(target) else { return true }
    return now.content != before.content || now.pendingChange != before.pendingChange
  }

  private func message(_ name: Message.ID) -> Message? {
    timeline.messages.last { $0.isNamed(name) }
  }
}
