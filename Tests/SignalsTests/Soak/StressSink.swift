import Glibc
import Synchronization

/// An observer that checks its events while several threads send.
///
/// `@unchecked Sendable` is correct if the library delivers events one at a time, as promised: only
/// events access the plain memory in here, so the thread sanitizer detects two deliveries without a
/// happens-before edge.
final class StressSink: @unchecked Sendable {
  private let isOrdered: Bool
  private let problems: Box<String>
  private let inside = Atomic(0)
  private let hasEnded = Atomic(false)
  /// The thread on which `dispose()` has returned.
  private let disposer = Atomic<UInt>(0)
  private let lateCount = Atomic(0)
  private let latest: UnsafeMutablePointer<Int>
  private var count = 0

  private static var slotCount: Int { 1024 }
  /// The number of a value is a place, made from sender and input, and a position.
  static var positions: Int { 1_000_000 }

  init(isOrdered: Bool, problems: Box<String>) {
    self.isOrdered = isOrdered
    self.problems = problems
    latest = .allocate(capacity: Self.slotCount)
    latest.initialize(repeating: -1, count: Self.slotCount)
  }

  deinit {
    latest.deallocate()
  }

  /// The number of received values; read it only when nothing sends any more.
  var valueCount: Int { count }

  func value(_ item: Item, _ body: () -> Void) {
    begin("a value")
    count += 1
    if isOrdered, item.number >= 0 {
      let place = item.number / Self.positions
      let position = item.number % Self.positions
      if position < latest[place] {
        problems.append("\(position) of \(place) after \(latest[place])")
      }
      latest[place] = position
    }
    body()
    inside.subtract(1, ordering: .relaxed)
  }

  func end() {
    begin("a terminal event")
    hasEnded.store(true, ordering: .relaxed)
    inside.subtract(1, ordering: .relaxed)
  }

  /// Records that `dispose()` has returned on the calling thread.
  func wasDisposed() {
    disposer.store(UInt(pthread_self()), ordering: .sequentiallyConsistent)
  }

  private func begin(_ event: String) {
    if inside.add(1, ordering: .relaxed).newValue != 1 {
      problems.append("\(event) inside another event")
    }
    if hasEnded.load(ordering: .relaxed) { problems.append("\(event) after a terminal event") }
    let disposer = disposer.load(ordering: .sequentiallyConsistent)
    guard disposer != 0 else { return }
    if disposer == UInt(pthread_self()) {
      problems.append("\(event) on the thread on which dispose() had returned")
    } else if lateCount.add(1, ordering: .relaxed).newValue > 1 {
      problems.append("\(event) is the second that began after dispose()")
    }
  }
}
