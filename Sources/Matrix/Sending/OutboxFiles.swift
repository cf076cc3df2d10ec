import Controllers
import Models
import Synchronization

/// The copies of the files that wait to be uploaded, in the account's folder: the user may change or
/// remove the originals meanwhile.
///
/// Blocks on the disk.
struct OutboxFiles: Sendable {
  private static let prefix = "outgoing-"

  let storage: OutboxStorage
  /// The copies of a command, which end with it.
  private let copies = Copies()

  init(storage: OutboxStorage) { self.storage = storage }

  /// Copies a file; the copy is on the disk when this returns, so the row that names it can follow.
  func keep(
    _ file: FileToSend, for transaction: TransactionID
  ) throws(RequestError) -> String {
    try keep(file.bytes, as: Self.prefix + transaction.rawValue)
  }

  private func keep(_ bytes: [UInt8], as name: String) throws(RequestError) -> String {
    guard case .durable(let directory) = storage else {
      copies.bytes.withLock { $0[name] = bytes }
      return name
    }
    do throws(StorageError) {
      try directory.write(name, bytes)
    } catch {
      throw error.requestError(.send)
    }
    return name
  }

  /// Keeps the thumbnail of a file in the same way; nil for a file without one.
  func keepThumbnail(
    of file: FileToSend, for transaction: TransactionID
  ) throws(RequestError) -> OutboxUpload? {
    guard let thumbnail = file.thumbnail else { return nil }
    let name = try keep(thumbnail.bytes, as: "\(Self.prefix)\(transaction.rawValue)-thumbnail")
    return OutboxUpload(
      file: name, name: "thumbnail", mimeType: thumbnail.mime, byteCount: thumbnail.bytes.count)
  }

  /// The content of a kept file; nil when it is gone.
  func bytes(of upload: OutboxUpload) throws(RequestError) -> [UInt8]? {
    guard case .durable(let directory) = storage else {
      return copies.bytes.withLock { $0[upload.file] }
    }
    guard upload.file.hasPrefix(Self.prefix), !upload.file.contains("/") else { return nil }
    do throws(StorageError) {
      return try directory.read(upload.file)
    } catch {
      throw error.requestError(.send)
    }
  }

  /// Removes a copy; what fails is made up for at the next start.
  func remove(_ name: String) {
    guard case .durable(let directory) = storage else {
      copies.bytes.withLock { $0[name] = nil }
      return
    }
    guard name.hasPrefix(Self.prefix), !name.contains("/") else { return }
    try? directory.remove(name)
  }

  /// Removes the copies that no row names: of messages that were discarded, and of those whose row a
  /// kill prevented.
  func removeAll(but names: [String]) {
    guard case .durable(let directory) = storage else { return }
    // A repair may have lost rows whose files the user will miss.
    guard (try? directory.vault().copiesWithLosses(of: "outbox")) == [] else { return }
    for entry in (try? directory.entries()) ?? []
    where entry.name.hasPrefix(Self.prefix) && !names.contains(entry.name) {
      remove(entry.name)
    }
  }

  private final class Copies: Sendable {
    let bytes = Mutex<[String: [UInt8]]>([:])
  }
}
