import Terminal

extension Palette {
  /// Light text on a dark background, 256 colours or more.
  static let dark = Palette(
    dim: Style(foreground: .rgb(146, 153, 168)),
    rule: Style(foreground: .rgb(68, 74, 90)),
    accent: Style(foreground: .rgb(122, 170, 247)),
    mention: Style(foreground: .rgb(255, 158, 100), attributes: .bold),
    code: Style(background: .rgb(40, 45, 58)),
    success: Style(foreground: .rgb(140, 200, 120)),
    warning: Style(foreground: .rgb(224, 175, 104)),
    error: Style(foreground: .rgb(247, 125, 145)),
    senders: [
      (125, 207, 255), (187, 154, 247), (158, 206, 106), (224, 175, 104), (115, 218, 202),
      (255, 158, 100), (244, 143, 177), (160, 180, 255),
    ].map { named($0) },
    bar: Style(background: .rgb(34, 38, 48)),
    selection: Style(background: .rgb(45, 54, 78)),
    field: Style(background: .rgb(40, 45, 58)))

  /// Dark text on a light background, 256 colours or more.
  static let light = Palette(
    dim: Style(foreground: .rgb(95, 101, 115)),
    rule: Style(foreground: .rgb(190, 195, 205)),
    accent: Style(foreground: .rgb(38, 88, 200)),
    mention: Style(foreground: .rgb(168, 70, 0), attributes: .bold),
    code: Style(background: .rgb(226, 230, 238)),
    success: Style(foreground: .rgb(40, 115, 45)),
    warning: Style(foreground: .rgb(140, 90, 0)),
    error: Style(foreground: .rgb(190, 30, 45)),
    senders: [
      (0, 98, 158), (112, 60, 190), (56, 110, 29), (140, 90, 0), (0, 115, 105), (168, 70, 0),
      (173, 20, 87), (40, 70, 180),
    ].map { named($0) },
    bar: Style(background: .rgb(232, 235, 241)),
    selection: Style(background: .rgb(214, 226, 248)),
    field: Style(background: .rgb(226, 230, 238)))

  /// The user's own eight colours on a dark background.
  static let basicDark = basic(accent: 6, warning: 3, senders: [6, 5, 2, 3, 1, 4])

  /// The user's own eight colours on a light background; only names use the palest ones, because
  /// distinguishing people takes all six hues.
  static let basicLight = basic(accent: 4, warning: 5, senders: [4, 5, 2, 6, 1, 3])

  /// Attributes only.
  static let monochrome = Palette(
    dim: Style(attributes: .dim), rule: Style(attributes: .dim),
    accent: Style(attributes: .bold), mention: Style(attributes: [.bold, .reverse]),
    code: Style(attributes: .underline),
    success: .plain, warning: Style(attributes: .bold), error: Style(attributes: .bold),
    senders: [Style(attributes: .bold)], bar: Style(attributes: .reverse),
    selection: Style(attributes: .reverse), field: Style(attributes: .underline))

  private static func basic(accent: UInt8, warning: UInt8, senders: [UInt8]) -> Palette {
    Palette(
      dim: Style(attributes: .dim), rule: Style(attributes: .dim),
      accent: Style(foreground: .palette(accent)),
      mention: Style(foreground: .palette(1), attributes: .bold),
      code: Style(foreground: .palette(accent)),
      success: Style(foreground: .palette(2)), warning: Style(foreground: .palette(warning)),
      error: Style(foreground: .palette(1), attributes: .bold),
      senders: senders.map { Style(foreground: .palette($0), attributes: .bold) },
      bar: Style(attributes: .reverse), selection: Style(attributes: .reverse),
      field: Style(attributes: .underline))
  }

  private static func named(_ channels: (UInt8, UInt8, UInt8)) -> Style {
    Style(foreground: .rgb(channels.0, channels.1, channels.2), attributes: .bold)
  }
}
