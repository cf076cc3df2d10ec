import Controllers

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
      guard let content = try directory.read(OutboxContent.self, from: Self.name) else { return [] }
      guard content.version == 1 else {
        throw directory.damaged(Self.name, at: "$.version", "a version that is not known here")
      }
      return content.entries.map { entry in
        entry.with {
          if case .unconfirmed = entry.state { $0.state = .waiting }
          if content.device != device, entry.firstAttempt != nil, !entry.isFailed {
            $0.state = .failed(status: nil, code: nil)
          }
        }
      }
    } catch {
      throw error.requestError(.send)
    }
  }

  func save(_ entries: [OutboxEntry]) throws(RequestError) {
    guard case .durable(let directory) = storage else { return }
    do throws(StorageError) {
      let content = OutboxContent(version: 1, device: device, entries: entries)
      try directory.write(content, to: Self.name)
    } catch {
      throw error.requestError(.send)
    }
  }
}
