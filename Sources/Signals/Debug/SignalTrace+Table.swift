extension SignalTrace {
  /// The live subscriptions as a text of aligned columns, oldest first.
  ///
  /// ```
  /// id  name   kind    value type  values     age  where
  ///  3  rooms  signal  Array<Int>       2  1.53 s  Player/Screen.swift:40
  /// ```
  public static func table() -> String {
    table(of: snapshot())
  }

  /// The entries as a text of aligned columns, in their order.
  public static func table(of entries: [Entry]) -> String {
    let header = ["id", "name", "kind", "value type", "values", "age", "where"]
    let numeric: Set = [0, 4, 5]
    let rows = [header] + entries.map(cells)
    let widths = header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let line = row.indices.map { column in
        let fill = String(repeating: " ", count: widths[column] - row[column].count)
        return numeric.contains(column) ? fill + row[column] : row[column] + fill
      }.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }

  private static func cells(_ entry: Entry) -> [String] {
    [
      "\(entry.id)", entry.name, entry.kind.rawValue, entry.valueType, "\(entry.valueCount)",
      text(entry.age), "\(entry.fileID):\(entry.line)",
    ]
  }

  /// A duration in seconds with two decimal places.
  static func text(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let hundredths = attoseconds / 10_000_000_000_000_000
    return "\(seconds).\(hundredths < 10 ? "0" : "")\(hundredths) s"
  }
}
