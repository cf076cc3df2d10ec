import Controllers
import ModelKit
import Models
import Signals

/// The files of events: a file is uploaded, its address is on the disk, and only then the event goes out.
extension Outbox {
  /// Uploads the file of an event; nil when it was uploaded or stopped, and otherwise why it was not.
  func upload(_ entry: OutboxEntry) async -> Delivery.Outcome? {
    guard let upload = entry.upload else { return nil }
    let (transaction, delivery, files, uploads) = (entry.transaction, delivery, files, uploads)
    uploads.note(entry, sent: 0)
    // A task of its own, so that the user can stop it alone.
    let task = Task {
      await delivery.upload(entry, upload, from: files) { uploads.advance(entry, to: $0) }
    }
    uploading[transaction] = task
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    uploading[transaction] = nil
    guard waiting(transaction) != nil else { return nil }
    switch result {
    case .uploaded(let uri):
      await take(uri, of: entry)
      return nil
    case .failed(let outcome): return outcome
    }
  }

  private func take(_ uri: MediaURI, of entry: OutboxEntry) async {
    guard let index = entries.firstIndex(where: { $0.transaction == entry.transaction }) else {
      return
    }
    entries[index] = entry.with {
      $0.content["url"] = .string(uri.rawValue)
      $0.upload = nil
    }
    // Unless the address is on the disk, the next start needs the file to upload it again.
    if (try? save()) != nil { forgetFile(of: entry) }
    uploads.remove(entry.transaction)
    await display(entries[index])
  }

  /// Ends the upload of a message, which stays as failed.
  func stopUpload(_ id: Message.ID) async {
    guard let index = index(of: id), entries[index].isUploading else { return }
    stopUpload(of: index)
    let entry = entries[index]
    try? save()
    await display(entry)
  }

  /// Ends an upload, whose message has failed then.
  func stopUpload(of index: Int) {
    let transaction = entries[index].transaction
    entries[index] = entries[index].with {
      $0.state = .failed(status: nil, code: OutgoingEvent.stopped)
    }
    uploads.remove(transaction)
    uploading[transaction]?.cancel()
    workers[entries[index].room]?.wake()
    for waiter in waiters.removeValue(forKey: Message.ID(transaction)) ?? [] {
      waiter.fail(RequestError(operation: .send, reason: .cancelled))
    }
  }

  /// Removes the copy of an event's file.
  func forgetFile(of entry: OutboxEntry) {
    if let file = entry.upload?.file { files.remove(file) }
  }
}
