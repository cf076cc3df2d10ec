import Controllers
import ModelKit
import Models

/// Where unsent messages are kept.
package enum OutboxStorage: Sendable {
  /// In the account's vault; they survive the process.
  case durable(AccountDirectory)
  /// Only in this process, for commands that run beside a screen of the same account.
  case memory
}

/// The unsent events of one device, one row of the vault each.
struct StoredOutbox: Sendable {
  /// The file that has the messages in earlier versions of the program.
  static let oldName = "outbox.json"
  private static let version = 1

  /// The copies of the files that wait to be uploaded.
  let files: OutboxFiles
  private let storage: OutboxStorage
  private let device: String
  /// The messages as they are on the disk, each with the device for which its transaction is valid.
  private var written: [TransactionID: Written] = [:]
  /// The places of the messages, also of those that are discarded but can come back.
  private var positions: [TransactionID: Int64] = [:]
  /// The unsent messages that an earlier run left, in order.
  let entries: [OutboxEntry]
  /// How many messages were encoded, for tests.
  private(set) var encodedCount = 0

  private struct Written {
    let entry: OutboxEntry
    let device: String
  }

  /// Reads what an earlier run left.
  ///
  /// Entries of another device of the account are marked as failed. That device may have sent them
  /// already, and since transaction ids are valid for one device only, a resend could arrive twice.
  /// Throws `.storage` when they cannot be read.
  init(_ storage: OutboxStorage, device: String) throws(RequestError) {
    self.storage = storage
    files = OutboxFiles(storage: storage)
    self.device = device
    guard case .durable(let directory) = storage else {
      entries = []
      return
    }
    do throws(StorageError) {
      let vault = try directory.vault()
      try Self.adoptOldFile(of: directory, into: vault)
      var entries: [OutboxEntry] = []
      for row in try vault.outbox() {
        let entry = try Self.entry(of: row, in: directory)
        written[entry.transaction] = Written(entry: entry, device: row.device)
        positions[entry.transaction] = row.position
        entries.append(Self.resumed(entry, from: row.device, on: device))
      }
      self.entries = entries
    } catch {
      throw error.requestError(.send)
    }
  }

  /// Writes what has changed; discarded messages keep only their place.
  ///
  /// Only that is encoded: a message may have 60,000 bytes, and while the server is away each one that
  /// the user adds would encode all that wait.
  ///
  /// - Parameter places: Writes the drafts in the same transaction.
  mutating func save(
    _ entries: [OutboxEntry], without discarded: [TransactionID],
    with places: MatrixPlacesController? = nil
  ) throws(RequestError) {
    guard case .durable(let directory) = storage else { return }
    var next = positions.values.max() ?? 0
    var numbers: [TransactionID: Int64] = [:]
    var wanted: [TransactionID: Written] = [:]
    var changed: [OutboxRow] = []
    for entry in entries {
      let transaction = entry.transaction
      next = max(next, positions[transaction] ?? next + 1)
      let position = positions[transaction] ?? next
      numbers[transaction] = position
      guard !discarded.contains(transaction) else { continue }
      wanted[transaction] = Written(entry: entry, device: device)
      let old = written[transaction]
      guard old?.entry != entry || old?.device != device else { continue }
      encodedCount += 1
      changed.append(
        OutboxRow(
          position: position, transaction: transaction.rawValue, device: device,
          content: String(decoding: entry.encoded(), as: UTF8.self)))
    }
    do throws(StorageError) {
      let changes = OutboxChanges(
        removed: written.keys.filter { wanted[$0] == nil }.map(\.rawValue), written: changed)
      if let places {
        try places.write(with: changes)
      } else {
        try directory.vault().change(changes)
      }
    } catch {
      throw error.requestError(.send)
    }
    (written, positions) = (wanted, numbers)
  }

  private static func entry(
    of row: OutboxRow, in directory: AccountDirectory
  ) throws(StorageError) -> OutboxEntry {
    do throws(JSONError) {
      return try OutboxEntry.read(row.content)
    } catch {
      throw directory.damaged(
        Vault.fileName, at: "outbox \(row.position), \(error.path ?? "$")",
        error.reason.description)
    }
  }

  private static func resumed(
    _ entry: OutboxEntry, from old: String, on device: String
  ) -> OutboxEntry {
    entry.with {
      if case .unconfirmed = entry.state { $0.state = .waiting }
      if old != device, entry.firstAttempt != nil, !entry.isFailed {
        $0.state = .failed(status: nil, code: nil)
      }
    }
  }

  private static func adoptOldFile(
    of directory: AccountDirectory, into vault: Vault
  ) throws(StorageError) {
    try directory.moveOut(oldName) { () throws(StorageError) in
      guard let found = try directory.read(OutboxContent.self, from: oldName) else { return }
      guard found.version == version else {
        throw directory.damaged(oldName, at: "$.version", "an unknown version")
      }
      let rest = found.with { $0.entries = [] }
      try vault.adoptOutbox(
        found.entries.map { entry in
          (entry.transaction.rawValue, String(decoding: entry.encoded(), as: UTF8.self))
        }, of: found.device, rest: String(decoding: rest.encoded(), as: UTF8.self))
    }
  }
}
