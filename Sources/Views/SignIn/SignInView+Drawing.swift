import Signals
import Terminal
import ViewModels

extension SignInView {
  private static let labelWidth = 11

  /// How much space the lines take.
  private struct Density {
    /// The maximum number of lines for one text.
    let limit: Int
    /// The blank lines between parts.
    let spacing: Spacing
    /// Whether both choices show their explanation; otherwise only the focused one does.
    let explainsBoth: Bool
    /// Whether the two choices have headings.
    let hasHeadings: Bool

    enum Spacing: Comparable {
      case none
      /// Between user ID and password: without a blank line they look like one field.
      case fields
      /// The above, and between the two choices.
      case choices
      /// Between all parts.
      case parts
    }

    /// From the most spacious to the one that keeps little more than the fields.
    static let all = [
      Density(limit: 6, spacing: .parts, explainsBoth: true, hasHeadings: true),
      Density(limit: 6, spacing: .choices, explainsBoth: true, hasHeadings: true),
      Density(limit: 6, spacing: .fields, explainsBoth: true, hasHeadings: true),
      Density(limit: 6, spacing: .fields, explainsBoth: false, hasHeadings: true),
      Density(limit: 6, spacing: .fields, explainsBoth: false, hasHeadings: false),
      Density(limit: 3, spacing: .fields, explainsBoth: false, hasHeadings: false),
      Density(limit: 2, spacing: .fields, explainsBoth: false, hasHeadings: false),
      Density(limit: 1, spacing: .none, explainsBoth: false, hasHeadings: false),
    ]
  }

  /// Adds the card or, in its place, a list.
  func compose(_ place: Rect, into scene: inout Scene) {
    if let sheet, question == nil {
      scene.add(sheet.tile, at: place) { sheet.draw(in: $0) }
    } else {
      scene.add(tile, at: place) { self.draw(in: $0) }
    }
  }

  /// Draws the card centred; a wide screen gets a wide card, for long sentences.
  private func draw(in region: Region) {
    let columns = min(region.rect.columns, max(64, min(region.rect.columns / 2, 100)))
    if let page { return draw(in: region, columns: columns, page.rows, page.draw) }
    if let question { return draw(in: region, columns: columns, question.rows, question.draw) }
    let rows = lines(width: columns - 6, fitting: region.rect.rows - 2)
    let isRoomy = region.rect.rows >= rows.count + 8
    let card = region.part(
      region.rect.centred(columns: columns, rows: rows.count + (isRoomy ? 4 : 2)))
    card.box(title: "chat-tui", role: .rule)
    let inner = card.part(
      card.rect.inset(left: 2, top: isRoomy ? 2 : 1, right: 2, bottom: isRoomy ? 2 : 1))
    for (row, line) in rows.enumerated() {
      draw(line, in: inner.part(inner.rect.inset(top: row).topRows(1)))
    }
  }

  /// Draws another content of the card.
  private func draw(
    in region: Region, columns: Int, _ rows: (_ width: Int) -> Int, _ content: (Region) -> Void
  ) {
    let height = min(rows(columns - 6) + 2, region.rect.rows)
    let card = region.part(region.rect.centred(columns: columns, rows: height))
    card.box(title: "chat-tui", role: .rule)
    content(card.part(card.rect.inset(left: 3, top: 1, right: 3, bottom: 1)))
  }

  private enum Line {
    case blank
    case text(SafeText, Role)
    case field(Stop, label: SafeText, placeholder: SafeText = "")
    case buttons([Button])
    case status(SafeText)
  }

  private struct Button {
    let stop: Stop
    let title: SafeText
  }

  /// The lines of the card at the lowest density that fits.
  private func lines(width: Int, fitting height: Int) -> [Line] {
    var narrow: [Line] = []
    for density in Density.all {
      narrow = lines(width: width, density)
      if narrow.count <= height { break }
    }
    return narrow
  }

  /// The lines of the card from top to bottom.
  private func lines(width: Int, _ density: Density) -> [Line] {
    func space(_ spacing: Density.Spacing) -> [Line] {
      density.spacing >= spacing ? [.blank] : []
    }
    func status(_ text: String, isFocused: Bool) -> [Line] {
      guard density.explainsBoth || isFocused else { return [] }
      // When space is scarce, the error message needs it more.
      let limit = density.hasHeadings ? density.limit : 1
      return SafeText.wrapped(text, columns: width - Self.labelWidth, limit: limit)
        .map { .status($0) }
    }
    let hint = texts(model.hintText.value, .warning, width: width, limit: density.limit)
    let isLocal = focus == .localName
    return (hint.isEmpty ? [] : hint + space(.parts))
      + heading("On this machine", density) + [.field(.localName, label: "Name")]
      + status(model.local.statusText.value, isFocused: isLocal)
      + space(.choices) + heading("On another server", density)
      + [.field(.server, label: "Server", placeholder: "from the user ID")]
      + status(serverStatus, isFocused: !isLocal) + space(.parts)
      + [.field(.user, label: "User ID")] + space(.fields)
      + (isShown(.password) ? [.field(.password, label: "Password")] : []) + buttons(width: width)
      + space(.parts) + message(width: width, limit: density.limit)
  }

  /// The buttons that the server has a use for, side by side where they fit.
  private func buttons(width: Int) -> [Line] {
    let all = [
      Button(stop: .submit, title: "[ Sign in ]"),
      Button(stop: .browser, title: "[ In a browser ]"),
      Button(stop: .register, title: "[ Register ]"),
    ].filter { isShown($0.stop) }
    let needed = all.reduce(Self.labelWidth + 1) { $0 + $1.title.width + 1 }
    return needed <= width + 1 ? [.buttons(all)] : all.map { .buttons([$0]) }
  }

  /// The current progress, the error, or what Enter does.
  private func message(width: Int, limit: Int) -> [Line] {
    if model.isBusy.value {
      return texts(model.progressText.value, .accent, width: width, limit: 1)
    }
    if !model.errorText.value.isEmpty {
      return texts("! " + model.errorText.value, .error, width: width, limit: limit)
    }
    return [.text(SafeText(help), .dim)]
  }

  /// The state of server discovery, unless the message says the same.
  private var serverStatus: String {
    let text = model.serverStatusText.value
    return text == model.errorText.value ? "" : text
  }

  private var help: String {
    let (next, enter, above) = (key("next-field"), key("sign-in"), key("field-above"))
    return switch focus {
    case .localName: "\(key("start-chat")) starts the chat, \(next) goes on"
    case .server: "Needed if the user ID does not name it"
    case .user where !isShown(.password): "\(next) goes to the button, \(above) to the server"
    case .user: "\(next) goes to the password, \(above) to the server"
    case .password: "\(enter) signs in"
    case .submit: "\(enter) signs in, \(key("previous-field")) goes back"
    case .browser: "\(enter) opens a page of the server in your browser"
    case .register: "\(enter) makes a new account on this server"
    }
  }

  private func heading(_ text: String, _ density: Density) -> [Line] {
    density.hasHeadings ? [.text(SafeText(text), .strong)] : []
  }

  private func texts(_ text: String, _ role: Role, width: Int, limit: Int) -> [Line] {
    guard !text.isEmpty else { return [] }
    return SafeText.wrapped(text, columns: width, limit: limit).map { .text($0, role) }
  }

  private func draw(_ line: Line, in region: Region) {
    switch line {
    case .blank: break
    case .text(let text, let role): region.put(text, column: 1, role)
    case .field(let stop, let label, let placeholder):
      draw(stop, label: label, placeholder: placeholder, in: region)
    case .buttons(let buttons): draw(buttons, in: region)
    case .status(let text): region.put(text, column: Self.labelWidth + 1, .dim)
    }
  }

  private func draw(_ stop: Stop, label: SafeText, placeholder: SafeText, in region: Region) {
    guard let field = field(stop) else { return }
    let isFocused = hasFocus(stop)
    region.put(isFocused ? "▌" : " ", .accent)
    region.put(label, column: 1, isFocused ? .strong : .dim)
    let box = region.part(region.rect.inset(left: Self.labelWidth)).on(.field)
    box.fill()
    let line = box.part(box.rect.inset(left: 1, right: 1))
    if field.editor.isEmpty { line.put(placeholder, .dim) }
    field.drawLine(in: line, hasFocus: isFocused)
  }

  private func draw(_ buttons: [Button], in region: Region) {
    let isFocused = buttons.contains { hasFocus($0.stop) }
    region.put(isFocused ? "▌" : " ", .accent)
    var column = region.rect.minColumn + Self.labelWidth + 1
    for button in buttons {
      let place = Rect(
        origin: Point(column: column, row: region.rect.minRow),
        size: Size(columns: button.title.width, rows: 1))
      let isUsable = button.stop != .submit || model.signIn.isEnabled.value
      region.part(place).on(hasFocus(button.stop) ? .selection : .plain).put(
        button.title, hasFocus(button.stop) || isUsable ? .strong : .dim)
      column += button.title.width + 1
    }
  }

  private func hasFocus(_ stop: Stop) -> Bool {
    focus == stop && !model.isBusy.value
  }
}
