/// The colours that the HTML gives to a text and to what is behind it, as 0xRRGGBB.
struct TextColors: Hashable {
  var text: Int?
  var ground: Int?

  /// Takes the colours of an element; those that it does not tell stay as they are around it.
  ///
  /// Source: Matrix client-server API, `m.room.message`, "org.matrix.custom.html".
  mutating func take(_ attribute: (String) -> String?) {
    text =
      Self.color(attribute("data-mx-color")) ?? Self.color(attribute("color")) ?? text
    ground = Self.color(attribute("data-mx-bg-color")) ?? ground
  }

  /// Nil for what is not of the form `#rrggbb`.
  private static func color(_ value: String?) -> Int? {
    guard let value, value.utf8.count == 7, value.hasPrefix("#") else { return nil }
    let digits = value.dropFirst()
    return digits.allSatisfy(\.isHexDigit) ? Int(digits, radix: 16) : nil
  }
}
