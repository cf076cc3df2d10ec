import Controllers
import ModelKit
import Models
import Signals

/// The files of events: a file is uploaded, its address is on the disk, and only then the event goes out.
extension Outbox {
  /// Makes the next step towards the addresses of an event's files; nil when it is made or was stopped, and
  /// otherwise why it was not.
  ///
  /// Each step is on the disk before the next one, so a restart goes on where the last run ended.
  func upload(_ entry: OutboxEntry) async -> Delivery.Outcome? {
    guard let step = entry.nextUpload else { return nil }
    let transaction = entry.transaction
    uploads.note(entry, sent: 0)
    // A task of its own, so that the user can stop it alone.
    let task = Task { await make(step, for: entry) }
    uploading[transaction] = task
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    uploading[transaction] = nil
    guard waiting(transaction) != nil else { return nil }
    switch result {
    case .reserved(let address):
      change(transaction) { $0.setUpload(step, address: address) }
    case .expired:
      withoutAddress.insert(transaction)
      change(transaction) { $0.setUpload(step, address: nil) }
    case .uploaded(let uri): await finish(step, of: transaction, at: uri)
    // The picture goes without what its server does not take.
    case .failed(.refused) where step.isThumbnail: await finish(step, of: transaction, at: nil)
    case .failed(let outcome): return outcome
    }
    return nil
  }

  private func make(_ step: UploadStep, for entry: OutboxEntry) async -> Delivery.Upload {
    if step.upload.address == nil, !withoutAddress.contains(entry.transaction) {
      do throws(RequestError) {
        if let address = try await delivery.address() { return .reserved(address) }
      } catch {
        return .failed(delivery.outcome(of: error))
      }
      withoutAddress.insert(entry.transaction)
    }
    let uploads = uploads
    return await delivery.upload(entry, step.upload, from: files) {
      if !step.isThumbnail { uploads.advance(entry, to: $0) }
    }
  }

  /// Puts the address of an uploaded file into its event; nil for a thumbnail that is left out.
  private func finish(
    _ step: UploadStep, of transaction: TransactionID, at uri: MediaURI?
  ) async {
    guard let index = entries.firstIndex(where: { $0.transaction == transaction }) else { return }
    entries[index] = entries[index].with { $0.finish(step, at: uri) }
    // Unless the address is on the disk, the next start needs the file to upload it again.
    if (try? save()) != nil { files.remove(step.upload.file) }
    guard !step.isThumbnail else { return }
    withoutAddress.remove(transaction)
    uploads.remove(transaction)
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
  func stopUpload(of index: Int) { fail(index, as: OutgoingEvent.stopped) }

  /// Ends the way of a message by the user's wish.
  func fail(_ index: Int, as code: String) {
    let transaction = entries[index].transaction
    entries[index] = entries[index].with {
      $0.state = .failed(status: nil, code: code)
      // Another attempt is one that the user has thought about.
      $0.notBefore = nil
    }
    uploads.remove(transaction)
    uploading[transaction]?.cancel()
    workers[entries[index].room]?.wake()
    for waiter in waiters.removeValue(forKey: Message.ID(transaction)) ?? [] {
      waiter.fail(RequestError(operation: .send, reason: .cancelled))
    }
  }

  /// Removes the copies of an event's files.
  func forgetFiles(of entry: OutboxEntry) {
    for upload in entry.uploads { files.remove(upload.file) }
  }
}
