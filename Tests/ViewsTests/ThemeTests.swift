import Glibc
import Terminal
import Testing

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
