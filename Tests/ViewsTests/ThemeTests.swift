import Glibc
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("Theme")
struct ThemeTests {
  static nonisolated let grounds: [Ground] = [.plain, .bar, .selection, .field]
  static nonisolated let roles: [Role] =
    [.dim, .accent, .mention, .success, .warning, .error] + (0..<8).map(Role.sender)

  @Test("text has enough contrast on dark and light backgrounds", arguments: roles)
  func contrast(role: Role) {
    let cases: [(TerminalBackground, (Int, Int, Int))] = [
      (.dark, (30, 30, 30)), (.light, (255, 255, 255)),
    ]
    for (background, paper) in cases {
      let theme = Theme(TerminalCapabilities(colorDepth: .trueColor, background: background))
      for ground in Self.grounds {
        let style = theme.style(role, on: ground)
        let ratio = Self.contrast(
          Self.channels(style.foreground) ?? paper, Self.channels(style.background) ?? paper)
        #expect(ratio >= 4.0, "\(role) on \(ground), \(background): \(ratio)")
      }
    }
  }

  @Test("without colours only attributes are used, and important text differs from plain text")
  func monochrome() {
    let theme = Theme(TerminalCapabilities(colorDepth: .monochrome))
    for role in Self.roles {
      for ground in Self.grounds {
        let style = theme.style(role, on: ground)
        #expect(style.foreground == .default && style.background == .default)
      }
    }
    for role in [Role.accent, .mention, .error, .strong, .sender(3)] {
      #expect(theme.style(role, on: .plain) != .plain, "\(role)")
    }
    #expect(theme.style(.text, on: .selection) != .plain)
  }

  @Test(
    "eight consecutive people have names of different colours",
    arguments: [TerminalBackground.dark, .light])
  func senders(background: TerminalBackground) {
    let theme = Theme(TerminalCapabilities(background: background))

    let colors = Set((0..<8).map { theme.style(.sender($0), on: .plain).foreground })

    #expect(colors.count == 8)
    #expect(theme.style(.sender(-1), on: .plain) == theme.style(.sender(7), on: .plain))
    #expect(theme.style(.sender(.min), on: .plain).attributes.contains(.bold))
  }

  @Test(
    "with eight colours, six consecutive people have names of different hues",
    arguments: [TerminalBackground.dark, .light])
  func basicSenders(background: TerminalBackground) {
    let theme = Theme(TerminalCapabilities(colorDepth: .basic, background: background))

    let colors = (0..<6).map { theme.style(.sender($0), on: .plain).foreground }

    #expect(Set(colors) == Set((1...6).map { Color.palette($0) }))
  }

  @Test(
    "no colours that a sender chose hide a text", arguments: [TerminalBackground.dark, .light],
    [ColorDepth.palette, .trueColor])
  func chosenColors(background: TerminalBackground, depth: ColorDepth) {
    let theme = Theme(TerminalCapabilities(colorDepth: depth, background: background))
    let papers = background == .dark ? [(0, 0, 0), (30, 30, 30)] : [(255, 255, 255)]
    var fronts: Set<Color> = []
    for code in stride(from: 0, through: 0xFFFFFF, by: 3_331) {
      for ground in [nil, code, code ^ 0x101010, 0x808080] {
        let colors = FormattedBody.Colors(text: code, ground: ground)
        let style = theme.style(.body([], colors), on: .plain)
        fronts.insert(style.foreground)
        guard style != .plain else { continue }
        for paper in papers {
          let ratio = Self.contrast(
            Self.channels(style.foreground) ?? paper, Self.channels(style.background) ?? paper)
          #expect(ratio >= 2.4, "\(code), \(String(describing: ground))")
        }
      }
    }
    #expect((1_000...4_097).contains(fronts.count))
  }

  @Test(
    "the program's own words, other grounds and terminals of few colours take no chosen colours")
  func programColors() {
    let colors = FormattedBody.Colors(text: 0xFF0000, ground: 0x00FF00)
    let theme = Theme(TerminalCapabilities())
    for traits in [FormattedBody.Traits.mention, .pill, .address, .emphasis] {
      let role = Role.body(traits, colors)
      #expect(theme.style(role, on: .plain) == theme.style(.body(traits), on: .plain))
    }
    #expect(theme.style(.body([], colors), on: .plain).background == .rgb(0, 255, 0))
    #expect(theme.style(.body([], colors), on: .selection) == theme.style(.text, on: .selection))
    for depth in [ColorDepth.monochrome, .basic] {
      let theme = Theme(TerminalCapabilities(colorDepth: depth))
      #expect(theme.style(.body([], colors), on: .plain) == .plain)
    }
  }

  private static func channels(_ color: Color) -> (Int, Int, Int)? {
    guard case .rgb(let red, let green, let blue) = color else { return nil }
    return (Int(red), Int(green), Int(blue))
  }

  /// The contrast ratio of WCAG 2.1.
  private static func contrast(_ left: (Int, Int, Int), _ right: (Int, Int, Int)) -> Double {
    let (a, b) = (luminance(left), luminance(right))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  private static func luminance(_ color: (Int, Int, Int)) -> Double {
    func linear(_ channel: Int) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color.0) + 0.7152 * linear(color.1) + 0.0722 * linear(color.2)
  }
}
