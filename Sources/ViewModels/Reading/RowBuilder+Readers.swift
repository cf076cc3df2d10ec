import Models

extension RowBuilder {
  /// A longer name would take the place of the others.
  private static var longestName: Int { 20 }

  /// "read by Ada, Bo", "read by 5", or empty.
  func readersText(_ readers: [ReadReceipt]) -> String {
    guard !readers.isEmpty else { return "" }
    guard readers.count <= ReadReceipt.mostNamed else {
      return "read by \(CountText.text(readers.count))"
    }
    let names = readers.map { reader in
      let name = Names.oneLine(name(reader.user))
      guard name.unicodeScalars.count > Self.longestName else { return name }
      let start = name.unicodeScalars.prefix(Self.longestName - 1)
      return String(String.UnicodeScalarView(start)) + "…"
    }
    return "read by \(names.joined(separator: ", "))"
  }
}
