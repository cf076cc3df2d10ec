import Signals
import Terminal
import ViewModels

extension SignInView {
  private static let labelWidth = 11

  /// Draws the card in the middle of the screen.
  func draw(in region: Region) {
    let width = min(region.rect.columns - 6, 58)
    let full = lines(width: width, limit: 3)
    let rows = full.count + 2 > region.rect.rows ? lines(width: width, limit: 1) : full
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
    case status
  }

  /// The lines of the card from top to bottom.
  private func lines(width: Int, limit: Int) -> [Line] {
    var lines: [Line] = []
    let hint = model.hintText.value
    let greeting = hint.isEmpty ? "Sign in to a Matrix server" : hint
    lines += SafeText.wrapped(greeting, columns: width, limit: limit)
      .map { .text($0, hint.isEmpty ? .strong : .warning) }
    lines += [.blank, .field(.server), .status, .field(.user), .blank, .field(.password), .blank]
    if model.isBusy.value {
      lines.append(.text(SafeText("Signing in…"), .accent))
    } else if model.errorText.value.isEmpty {
      lines.append(.text(SafeText("Enter signs in, Tab goes to the next field"), .dim))
    } else {
      lines += SafeText.wrapped("! " + model.errorText.value, columns: width, limit: limit)
        .map { .text($0, .error) }
    }
    return lines
  }

  private func draw(_ line: Line, in region: Region) {
    switch line {
    case .blank: break
    case .text(let text, let role): region.put(text, column: 1, role)
    case .field(let field): draw(field, in: region)
    case .status:
      region.put(
        model.serverStatusText.value, column: Self.labelWidth + 1, .dim,
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
