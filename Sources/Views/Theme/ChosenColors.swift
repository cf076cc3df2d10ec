import Terminal
import ViewModels

/// The colours that a sender chose for a piece of text, as far as the text can be read in them.
///
/// Nothing is hidden by colours: text that does not stand out from what is behind it keeps the reader's
/// colour, or gets black or white on a ground that the sender chose.
struct ChosenColors {
  /// Red, green and blue, of 16 steps each, so that a message cannot use up the terminal's colour pairs.
  private struct Paint {
    let channels: [Int]

    init(_ code: Int) {
      channels = [16, 8, 0].map { (code >> $0 & 0xFF) / 16 * 17 }
    }

    var color: Color { .rgb(UInt8(channels[0]), UInt8(channels[1]), UInt8(channels[2])) }

    /// The ratio of the contrast with another colour, from 1 to 21.
    ///
    /// Source: WCAG 2.2, "contrast ratio", with squares in place of its gamma curve.
    func contrast(with other: Paint) -> Double {
      let (one, two) = (light, other.light)
      return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    private var light: Double {
      zip(channels, [0.2126, 0.7152, 0.0722]).reduce(0) { sum, part in
        let share = Double(part.0) / 255
        return sum + share * share * part.1
      }
    }
  }

  /// What WCAG asks of large text: less than this cannot be read with ease.
  private static let leastContrast = 3.0
  private static let black = Paint(0x000000)
  private static let white = Paint(0xFFFFFF)

  private let text: Paint?
  private let ground: Paint?

  /// Nil for other roles than a person's coloured words, and where colours are few or not wanted.
  ///
  /// A mention, a pill and the address behind a link have the program's colours: they are its words. So
  /// do slanted words: the program's own are slanted and grey.
  init?(_ role: Role, _ capabilities: TerminalCapabilities) {
    guard case .body(let traits, let colors?) = role, capabilities.colorDepth >= .palette,
      traits.isDisjoint(with: [.mention, .pill, .address, .emphasis])
    else { return nil }
    ground = colors.ground.map(Paint.init)
    let wanted = colors.text.map(Paint.init)
    guard let ground else {
      // Grounds differ, and only the kind of this one is known: neither quite black nor quite white.
      let paper = Paint(capabilities.background == .dark ? 0x202020 : 0xE0E0E0)
      guard let wanted, wanted.contrast(with: paper) >= Self.leastContrast else { return nil }
      text = wanted
      return
    }
    let isReadable = wanted.map { $0.contrast(with: ground) >= Self.leastContrast } ?? false
    let lightens = ground.contrast(with: Self.white) > ground.contrast(with: Self.black)
    text = isReadable ? wanted : lightens ? Self.white : Self.black
  }

  func applied(to style: Style) -> Style {
    let colored = text.map { style.foreground($0.color) } ?? style
    return ground.map { colored.background($0.color) } ?? colored
  }
}
