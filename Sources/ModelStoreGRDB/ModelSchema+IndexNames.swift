import ModelKit

extension ModelSchema {
  /// A field's part of the name of an index.
  ///
  /// It is the field's name. SQLite ignores case when it compares names, so a field whose name
  /// differs from an earlier one only in case has a number after it.
  func indexPart(of field: String) -> String {
    let similar = fields.prefix { $0.name != field }
      .count { $0.name.lowercased() == field.lowercased() }
    return similar == 0 ? field : "\(field)~\(similar)"
  }
}
