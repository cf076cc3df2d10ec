extension TerminalReply {
  /// Whether the terminal kept the colour of ``ScreenModes/colorQuestion``.
  ///
  /// Terminals report it with an empty or missing colour space number, and with colons or
  /// semicolons; all forms count.
  var keptDirectColor: Bool {
    guard case .attributes(let text) = self else { return false }
    let numbers = text.split { $0 == ";" || $0 == ":" }
    guard let start = numbers.firstIndex(of: "48") else { return false }
    let color = numbers[start...].dropFirst()
    return color.first == "2" && color.dropFirst().suffix(3) == ["1", "2", "3"]
  }

  /// The background colour in a response to OSC 11, with 8 bits per channel.
  var backgroundColor: (red: Int, green: Int, blue: Int, luma: Int)? {
    guard case .command(11, let text) = self, text.hasPrefix("rgb") else { return nil }
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let parts = text[text.index(after: colon)...].split(separator: "/")
    guard parts.count >= 3 else { return nil }
    let channels = parts.prefix(3).compactMap { part -> Int? in
      guard (1...4).contains(part.utf8.count), let value = Int(part, radix: 16), value >= 0 else {
        return nil
      }
      let top = (1 << (4 * part.utf8.count)) - 1
      return value * 255 / top
    }
    guard channels.count == 3 else { return nil }
    let (red, green, blue) = (channels[0], channels[1], channels[2])
    // The luma weights of Rec. 601, in thousandths.
    return (red, green, blue, (red * 299 + green * 587 + blue * 114) / 1000)
  }
}
