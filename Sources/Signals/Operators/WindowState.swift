/// The open window.
struct WindowState<Element: Sendable, Failure: Error>: StageState {
  typealias Value = Signal<Element, Failure>

  enum Message: Sendable {
    case opened
    case value(Element)
    case cut
    case ended(End<Failure>)
  }

  /// The number of values after which a window closes; the next window opens with the next value.
  private let limit: Int?
  private let slot: WindowSlot<Element, Failure>
  private var window: Subject<Element, Failure>?
  private var valueCount = 0

  init(limit: Int? = nil, _ slot: WindowSlot<Element, Failure>) {
    self.limit = limit
    self.slot = slot
  }

  mutating func handle(_ message: Message, _ observer: Observer<Value, Failure>) {
    switch message {
    case .opened: open(observer)
    case .value(let value):
      if window == nil { open(observer) }
      window?.send(value)
      valueCount += 1
      if valueCount == limit { close(.completed) }
    case .cut:
      close(.completed)
      open(observer)
    case .ended(let end):
      close(end)
      observer.finish(end)
    }
  }

  private mutating func open(_ observer: Observer<Value, Failure>) {
    let opened = Subject<Element, Failure>()
    window = opened
    valueCount = 0
    slot.replace(with: opened)
    observer.send(opened.signal)
  }

  private mutating func close(_ end: End<Failure>) {
    let closed = window
    window = nil
    closed?.finish(end)
  }
}

/// Ends the open window together with the subscription that it belongs to.
final class WindowSlot<Value: Sendable, Failure: Error>: SubscriptionEntry, @unchecked Sendable {
  private struct Content {
    var window: Multicast<Value, Failure>?
    var isDisposed = false
  }

  private let content = Lock(Content())

  override var isDisposed: Bool {
    content.withLock { $0.isDisposed }
  }

  /// Makes this the open window; closes it at once if the slot has ended.
  func replace(with subject: Subject<Value, Failure>) {
    let isOver = content.withLock { content in
      if !content.isDisposed { content.window = subject.multicast }
      return content.isDisposed
    }
    if isOver { subject.multicast.close() }
  }

  override func dispose() {
    let window = content.withLock { content in
      content.isDisposed = true
      let open = content.window
      content.window = nil
      return open
    }
    window?.close()
  }
}
