import Terminal
import ViewModels

/// The styles of all roles and grounds for one kind of terminal.
struct Palette {
  var strong = Style(attributes: .bold)
  var dim: Style
  var rule: Style
  var accent: Style
  var mention: Style
  var code: Style
  var success: Style
  var warning: Style
  var error: Style
  /// The styles of senders' names, indexed by sender number.
  var senders: [Style]
  var bar: Style
  var selection: Style
  var field: Style

  func style(_ role: Role) -> Style {
    switch role {
    case .text: .plain
    case .strong: strong
    case .dim: dim
    case .note: dim.adding(.italic)
    case .rule: rule
    case .accent: accent
    case .accentStrong: accent.adding(.bold)
    case .mention: mention
    case .success: success
    case .warning: warning
    case .error: error
    case .misspelled: warning.adding(.underline)
    case .sender(let number): sender(number)
    case .body(let traits, _): body(traits)
    }
  }

  /// No formats add up to the style of `note`: program text would look like a person's.
  private func body(_ traits: FormattedBody.Traits) -> Style {
    if traits.contains(.mention) { return mention }
    if traits.contains(.address) { return dim }
    var style = traits.contains(.code) ? code : .plain
    if traits.contains(.pill) { style = accent }
    if traits.contains(.link) { style = style.adding(.underline) }
    if traits.contains(.strong) { style = style.adding(.bold) }
    if traits.contains(.emphasis) { style = style.adding(.italic) }
    if traits.contains(.underlined) { style = style.adding(.underline) }
    return style
  }

  func ground(_ ground: Ground) -> Style {
    switch ground {
    case .plain: .plain
    case .bar: bar
    case .selection: selection
    case .field: field
    }
  }

  private func sender(_ number: Int) -> Style {
    let count = senders.count
    return senders[((number % count) + count) % count]
  }
}
