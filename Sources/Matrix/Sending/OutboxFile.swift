import Controllers
import Models

/// Where unsent messages are kept.
package enum OutboxStorage: Sendable {
  /// In a file of the account; they survive the process.
  case durable(AccountDirectory)
  /// Only in this process, for commands that run beside a screen of the same account.
  case memory
}

/// The unsent messages of one device as a file, which exists only while there are any.
struct OutboxFile: Sendable {
  static let name = "outbox.json"
  private static let version = 1

  private let storage: OutboxStorage
  /// The content of the file, including members written by newer versions of the program.
  private var content: OutboxContent

  /// Reads what an earlier run left.
  ///
  /// Entries of another device of the account are marked as failed. That device may have sent them
  /// already, and since transaction ids are valid for one device only, a resend could arrive twice.
  /// Throws `.storage` when the file cannot be read.
  init(_ storage: OutboxStorage, device: String) throws(RequestError) {
    self.storage = storage
    content = OutboxContent(version: Self.version, device: device, entries: [])
    guard case .durable(let directory) = storage else { return }
    do throws(StorageError) {
      guard let found = try directory.read(OutboxContent.self, from: Self.name) else { return }
      guard found.version == Self.version else {
        throw directory.damaged(Self.name, at: "$.version", "an unknown version")
      }
      content = found.with {
        $0.device = device
        $0.entries = Self.resumed(found, on: device)
      }
    } catch {
      throw error.requestError(.send)
    }
  }

  /// The unsent messages in order.
  var entries: [OutboxEntry] { content.entries }

  private static func resumed(_ content: OutboxContent, on device: String) -> [OutboxEntry] {
    var known: Set<TransactionID> = []
    return content.entries.filter { known.insert($0.transaction).inserted }.map { entry in
      entry.with {
        if case .unconfirmed = entry.state { $0.state = .waiting }
        if content.device != device, entry.firstAttempt != nil, !entry.isFailed {
          $0.state = .failed(status: nil, code: nil)
        }
      }
    }
  }

  mutating func save(_ entries: [OutboxEntry]) throws(RequestError) {
    content = content.with { $0.entries = entries }
    guard case .durable(let directory) = storage else { return }
    do throws(StorageError) {
      if entries.isEmpty {
        try directory.remove(Self.name)
      } else {
        try directory.write(content, to: Self.name)
      }
    } catch {
      throw error.requestError(.send)
    }
  }
}
