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
    let wait: any Disposable
  }

  /// Whether there are any.
  let isWaiting: Property<Bool>
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
      .observe(on: .main).subscribe { [weak self] _ in self?.remove(number) }
    texts[number] = Text(target: target, before: target.flatMap(message), wait: wait)
    count.value = texts.count
    return number
  }

  /// The sender has made a message of a text, or a change of one.
  func named(_ number: Int, _ message: Message.ID) {
    texts[number]?.sent = message
    removeShown()
  }

  /// No longer waits for a text.
  func remove(_ number: Int) {
    texts.removeValue(forKey: number)?.wait.dispose()
    count.value = texts.count
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
