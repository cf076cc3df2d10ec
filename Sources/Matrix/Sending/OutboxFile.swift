import Controllers
import FoundationEssentials

/// Where unsent messages are kept.
package enum OutboxStorage: Sendable {
  /// In a file of the account: they survive the process.
  case durable(AccountDirectory)
  /// Only in this process, for commands that run beside a screen of the same account.
  case memory
}

/// The unsent messages of one device as a file.
struct OutboxFile: Sendable {
  static let name = "outbox.json"

  private struct Content: Codable {
    var version = 1
    let device: String
    let entries: [OutboxEntry]
  }

  let storage: OutboxStorage
  /// Transaction ids hold for one device only.
  let device: String

  /// What an earlier run left, in its order.
  ///
  /// What another device of the account may have sent already is marked as failed: sent again
  /// from here, it could arrive twice. Throws `.storage` when the file cannot be read.
  func load() throws(RequestError) -> [OutboxEntry] {
    guard case .durable(let directory) = storage else { return [] }
    do throws(StorageError) {
      guard let content = try read(directory) else { return [] }
      return content.entries.map { entry in
        var entry = entry
        if case .unconfirmed = entry.state { entry.state = .waiting }
        if content.device != device, entry.firstAttempt != nil, !entry.isFailed {
          entry.state = .failed(status: nil, code: nil)
        }
        return entry
      }
    } catch {
      throw error.requestError(.send)
    }
  }

  private func read(_ directory: AccountDirectory) throws(StorageError) -> Content? {
    guard let bytes = try directory.read(Self.name) else { return nil }
    guard let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)) else {
      throw StorageError(path: directory.path + "/" + Self.name, problem: .damaged)
    }
    return content
  }

  func save(_ entries: [OutboxEntry]) throws(RequestError) {
    guard case .durable(let directory) = storage else { return }
    do throws(StorageError) {
      guard let data = try? JSONEncoder().encode(Content(device: device, entries: entries)) else {
        throw StorageError(path: directory.path + "/" + Self.name, problem: .damaged)
      }
      try directory.write(Self.name, Array(data))
    } catch {
      throw error.requestError(.send)
    }
  }
}
