import Terminal

/// How roles look on a terminal: one calm accent, secondary text dimmed, colours by what it can do.
///
/// With `NO_COLOR` and on terminals without colours, attributes tell roles apart.
struct Theme {
  let capabilities: TerminalCapabilities
  private let palette: Palette

  init(_ capabilities: TerminalCapabilities) {
    self.capabilities = capabilities
    switch (capabilities.colorDepth, capabilities.background) {
    case (.monochrome, _): palette = .monochrome
    case (.basic, .dark): palette = .basicDark
    case (.basic, .light): palette = .basicLight
    case (_, .dark): palette = .dark
    case (_, .light): palette = .light
    }
  }

  /// The style of a role on a ground.
  func style(_ role: Role, on ground: Ground) -> Style {
    let front = palette.style(role)
    let back = palette.ground(ground)
    // With two colours exchanged, a text colour would become the background's.
    guard !back.attributes.contains(.reverse) else {
      return back.adding(front.attributes.subtracting([.dim, .reverse]))
    }
    return Style(
      foreground: front.foreground, background: back.background,
      attributes: front.attributes.union(back.attributes))
  }
}
