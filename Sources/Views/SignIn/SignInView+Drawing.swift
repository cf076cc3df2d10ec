import Signals
import Terminal
import ViewModels

extension SignInView {
  private static let labelWidth = 11

  /// How much room the lines take.
  private struct Density {
    /// The most lines that one text has.
    let limit: Int
    /// Whether parts are held apart by blank lines, and both choices have a line that explains them;
    /// else only the one that has the focus.
    let isSpaced: Bool
    /// Whether the two choices have headings.
    let hasHeadings: Bool

    /// From the widest to the one that shows fields above all.
    static let all = [
      Density(limit: 3, isSpaced: true, hasHeadings: true),
      Density(limit: 3, isSpaced: false, hasHeadings: true),
      Density(limit: 2, isSpaced: false, hasHeadings: true),
      Density(limit: 1, isSpaced: false, hasHeadings: false),
    ]
  }

  /// Draws the card in the middle of the screen.
  func draw(in region: Region) {
    let width = min(region.rect.columns - 6, 58)
    let rows = lines(width: width, fitting: region.rect.rows - 2)
    let isRoomy = region.rect.rows >= rows.count + 8
    let card = region.part(
      region.rect.centred(columns: 64, rows: rows.count + (isRoomy ? 4 : 2)))
    card.box(title: "chat-tui", role: .rule)
    let inner = card.part(
      card.rect.inset(left: 2, top: isRoomy ? 2 : 1, right: 2, bottom: isRoomy ? 2 : 1))
    for (row, line) in rows.enumerated() {
      draw(line, in: inner.part(inner.rect.inset(top: row).topRows(1)))
    }
  }

  private enum Line {
    case blank
    case text(SafeText, Role)
    case field(Field)
    case status(String)
  }

  /// The lines of the card in the widest form that fits.
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
    var lines: [Line] = []
    let space: [Line] = density.isSpaced ? [.blank] : []
    let hint = model.hintText.value
    if !hint.isEmpty {
      lines += texts("", hint, .warning, width: width, limit: density.limit) + space
    }
    lines += heading("On this machine", density) + [.field(.localName)]
    if density.isSpaced || focus == .localName {
      lines.append(.status(model.local.statusText.value))
    }
    lines += space + heading("On another server", density) + [.field(.server)]
    if density.isSpaced || focus != .localName {
      lines.append(.status(model.serverStatusText.value))
    }
    lines += [.field(.user)] + (hint.isEmpty ? [] : space) + [.field(.password)] + space
    return lines + message(width: width, limit: density.limit)
  }

  /// What goes on, what went wrong, or what Enter does.
  private func message(width: Int, limit: Int) -> [Line] {
    if model.isBusy.value {
      return texts("", model.progressText.value, .accent, width: width, limit: 1)
    }
    if !model.errorText.value.isEmpty {
      return texts("! ", model.errorText.value, .error, width: width, limit: limit)
    }
    let help =
      focus == .localName
      ? "Enter starts the chat, Tab goes on"
      : "Enter signs in, Tab goes to the next field"
    return [.text(SafeText(help), .dim)]
  }

  private func heading(_ text: String, _ density: Density) -> [Line] {
    density.hasHeadings ? [.text(SafeText(text), .strong)] : []
  }

  private func texts(
    _ mark: String, _ text: String, _ role: Role, width: Int, limit: Int
  ) -> [Line] {
    SafeText.wrapped(mark + text, columns: width, limit: limit).map { .text($0, role) }
  }

  private func draw(_ line: Line, in region: Region) {
    switch line {
    case .blank: break
    case .text(let text, let role): region.put(text, column: 1, role)
    case .field(let field): draw(field, in: region)
    case .status(let text):
      region.put(
        text, column: Self.labelWidth + 1, .dim,
        width: region.rect.columns - Self.labelWidth - 1)
    }
  }

  private func draw(_ field: Field, in region: Region) {
    let isFocused = focus == field && !model.isBusy.value
    region.put(isFocused ? "▌" : " ", .accent)
    region.put(field.label, column: 1, isFocused ? .strong : .dim)
    let box = region.part(region.rect.inset(left: Self.labelWidth)).on(.field)
    box.fill()
    self.field(field).drawLine(in: box.part(box.rect.inset(left: 1, right: 1)), hasFocus: isFocused)
  }
}
