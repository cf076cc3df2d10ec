import Controllers
import MatrixWire
import ModelKit
import Models

/// Receipts as they arrive.
extension RoomState {
  /// Takes over the account's own receipts, for the whole room, its own history or a thread, and keeps
  /// those of the others.
  ///
  /// The account's public and its private receipt may be at different events; the later one counts.
  mutating func applyReceipts(
    _ content: JSONValue, own: UserID, _ tables: AccountTables
  ) throws {
    var others = NewestReceipts()
    for member in content.object ?? [:] {
      guard let event = EventID(member.key) else { continue }
      for kind in ["m.read", "m.read.private"] {
        guard let receipt = member.value[kind]?[own.rawValue] else { continue }
        try applyOwn(receipt, at: event, tables)
      }
      for reader in member.value["m.read"]?.object ?? [:] where reader.key != own.rawValue {
        if let receipt = StoredReceipt(of: reader.key, reader.value, at: event) {
          others.add(receipt)
        }
      }
    }
    try tables.set(others.newest, in: number)
  }

  private mutating func applyOwn(
    _ receipt: JSONValue, at event: EventID, _ tables: AccountTables
  ) throws {
    let thread = receipt["thread_id"]?.string
    if let root = thread.flatMap({ EventID($0) }) {
      let known = try tables.receipt(ofThread: root, in: number)
      guard try !isBehind(known, event, tables) else { return }
      try tables.setReceipt(event, ofThread: root, in: number)
    } else if thread == nil || thread == StoredReceipt.main {
      if try !isBehind(readReceipt, event, tables) { readReceipt = event }
      guard thread == nil, try !isBehind(wholeReceipt, event, tables) else { return }
      wholeReceipt = event
    }
  }

  private func isBehind(
    _ receipt: EventID?, _ event: EventID, _ tables: AccountTables
  ) throws -> Bool {
    guard let receipt, let old = try tables.position(of: receipt, in: number) ?? nil,
      let new = try tables.position(of: event, in: number) ?? nil
    else { return false }
    return new < old
  }
}

/// The newest of many receipts: a server may send those of any number of people.
private struct NewestReceipts {
  private var receipts: [StoredReceipt] = []

  var newest: [StoredReceipt] {
    guard receipts.count > Limits.receipts else { return receipts }
    return Array(receipts.sorted { $0.time > $1.time }.prefix(Limits.receipts))
  }

  mutating func add(_ receipt: StoredReceipt) {
    receipts.append(receipt)
    if receipts.count >= 4 * Limits.receipts { receipts = newest }
  }
}

extension StoredReceipt {
  /// Nil for what is no receipt.
  fileprivate init?(of user: String, _ receipt: JSONValue, at event: EventID) {
    guard let user = UserID(user), receipt.object != nil else { return nil }
    let thread = receipt["thread_id"]?.string ?? ""
    guard thread.isEmpty || thread == Self.main || EventID(thread) != nil else { return nil }
    let time = receipt["ts"]?.integer ?? 0
    self.init(
      user: user, thread: thread, event: event, time: Timestamp(clamping: Int64(time)))
  }
}
