import Foundation
import GRDB

/// A text in the database that may contain U+0000, where GRDB ends a text that it writes or reads.
///
/// Statements write it by `CAST(? AS TEXT)` and read it by `CAST(column AS BLOB)`.
struct WholeText: DatabaseValueConvertible {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  var databaseValue: DatabaseValue { Data(text.utf8).databaseValue }

  static func fromDatabaseValue(_ value: DatabaseValue) -> WholeText? {
    String.fromDatabaseValue(value).map(WholeText.init)
  }
}
