import Terminal

/// How roles look on a terminal: one calm accent, dimmed secondary text, colours where supported.
///
/// With `NO_COLOR` and on terminals without colours, attributes distinguish roles.
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

  /// The attributes that have no effect on a reversed ground.
  ///
  /// There, italics alone distinguish the program's text, so a person's text has none.
  private func hidden(_ role: Role) -> Style.Attributes {
    if case .body = role { [.dim, .reverse, .italic] } else { [.dim, .reverse] }
  }

  /// The style of a role on a ground.
  func style(_ role: Role, on ground: Ground) -> Style {
    let front = palette.style(role)
    let back = palette.ground(ground)
    // In reverse video, a text colour would become the background colour.
    guard !back.attributes.contains(.reverse) else {
      return back.adding(front.attributes.subtracting(hidden(role)))
    }
    if ground == .plain, let style = ChosenColors(role, capabilities)?.applied(to: front) {
      return style
    }
    let hasOwnGround = ground == .plain && front.background != .default
    return Style(
      foreground: front.foreground,
      background: hasOwnGround ? front.background : back.background,
      attributes: front.attributes.union(back.attributes))
  }
}
