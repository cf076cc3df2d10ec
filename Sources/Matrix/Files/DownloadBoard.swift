import Controllers
import Models
import Signals
import Synchronization

/// How far the downloads are; any thread may call.
final class DownloadBoard: Sendable {
  /// The least change that is told while the total is unknown, in bytes.
  private static let step = 1 << 20

  private let subject = ReplaySubject<[Message.ID: DownloadProgress], Never>(capacity: 1)
  private let progress = Mutex<[Message.ID: DownloadProgress]>([:])

  init() { subject.send([:]) }

  var signal: Signal<[Message.ID: DownloadProgress], Never> { subject.signal.skipRepeats() }

  func begin(_ message: Message.ID, received: Int = 0, total: Int? = nil) {
    change { $0[message] = DownloadProgress(received: received, total: total) }
  }

  /// Notes progress, in steps of a percent.
  func advance(_ message: Message.ID, to received: Int) {
    change { progress in
      guard let old = progress[message] else { return }
      let step = old.total.map { max($0 / 100, 1) } ?? Self.step
      if received / step > old.received / step { progress[message]?.received = received }
    }
  }

  func end(_ message: Message.ID) {
    change { $0[message] = nil }
  }

  /// The lock is held while the value is sent: values arrive in their order.
  private func change(_ body: (inout [Message.ID: DownloadProgress]) -> Void) {
    progress.withLock { progress in
      let old = progress
      body(&progress)
      if progress != old { subject.send(progress) }
    }
  }
}
