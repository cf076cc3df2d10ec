import Controllers
import Models
import Signals
import Synchronization

/// How far the uploads are; any thread may call.
final class UploadBoard: Sendable {
  private let subject = ReplaySubject<[Message.ID: UploadProgress], Never>(capacity: 1)
  private let progress = Mutex<[Message.ID: UploadProgress]>([:])

  init() { subject.send([:]) }

  var signal: Signal<[Message.ID: UploadProgress], Never> { subject.signal.skipRepeats() }

  func note(_ entry: OutboxEntry, sent: Int) {
    guard let total = entry.upload?.byteCount else { return }
    change { $0[Message.ID(entry.transaction)] = UploadProgress(sent: sent, total: total) }
  }

  /// Notes progress of an upload, unless it has been stopped meanwhile.
  func advance(_ entry: OutboxEntry, to sent: Int) {
    let id = Message.ID(entry.transaction)
    change { progress in
      guard let old = progress[id] else { return }
      // Observers need no more than whole percents.
      let step = max(old.total / 100, 1)
      if sent < old.sent || sent / step > old.sent / step { progress[id]?.sent = sent }
    }
  }

  func remove(_ transaction: TransactionID) {
    change { $0[Message.ID(transaction)] = nil }
  }

  /// The lock is held while the value is sent: values arrive in their order.
  private func change(_ body: (inout [Message.ID: UploadProgress]) -> Void) {
    progress.withLock { progress in
      let old = progress
      body(&progress)
      if progress != old { subject.send(progress) }
    }
  }
}
