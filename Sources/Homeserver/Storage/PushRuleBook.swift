import Foundation
import GRDB
import MatrixPush
import ModelKit
import Synchronization

/// The push rules of the users who have changed theirs, as they are on the disk, read once.
///
/// Few people change them, and each has them within the size of one entry of account data.
final class PushRuleBook: Sendable {
  private let all: Mutex<[UserID: PushRuleset]>

  init(_ database: Database) throws {
    let rows = try Row.all(
      database,
      """
      SELECT user, json FROM account_data INDEXED BY account_data_push_rules
      WHERE type = 'm.push_rules' AND room = ''
      """, []
    ) { row in
      let content = try JSONValue([UInt8](row["json"] as Data))
      return UserID(row["user"]).map { ($0, PushRuleset(content)) }
    }
    all = Mutex(Dictionary(rows) { first, _ in first })
  }

  var rules: [UserID: PushRuleset] { all.withLock(\.self) }

  /// Takes over what a transaction has changed.
  func take(_ changed: [UserID: PushRuleset]) {
    guard !changed.isEmpty else { return }
    all.withLock { $0.merge(changed) { $1 } }
  }
}
