import Signals
import Terminal
import ViewModels

/// The wait for a web page that signs in: its address, perhaps a code, and a field for what comes back.
final class BrowserPageView {
  let model: BrowserPageViewModel
  private let field: TextField
  private let watch: Watch
  private let opening = SerialDisposable()

  init(model: BrowserPageViewModel, host: ScreenHost, needsDisplay: @escaping () -> Void) {
    self.model = model
    // What is pasted signs in, so it is drawn like a password.
    let field = TextField(isSecret: true, needsDisplay: needsDisplay) { [model] in
      model.answerChanged($0)
    }
    self.field = field
    copyAddress = { [model] in
      host.copy(model.addressText.value, "The address is copied")
    }
    watch = Watch(needsDisplay)
    watch(model.instructionText)
    watch(model.addressText)
    watch(model.codeText)
    watch(model.submit.isEnabled)
    watch(model.errorText) { text in
      if !text.isEmpty { field.edit { $0.clear() } }
    }
    opening.inner = model.openings.observe(on: .main).subscribe { host.open($0) }
  }

  deinit { opening.dispose() }

  private let copyAddress: () -> Void

  var focusedField: TextField? { model.takesAnswer ? field : nil }

  /// Whether there is a page to open or copy.
  var pageAvailability: Availability {
    .when(!model.addressText.value.isEmpty, else: "The server has not named its page yet")
  }

  var submitAvailability: Availability {
    guard model.takesAnswer else { return .hidden }
    return .when(model.submit.isEnabled.value, else: "Paste the address where the browser ended")
  }

  func submit() { model.submit.execute() }

  func openAgain() { model.openAgain() }

  func copy() { copyAddress() }

  func rows(width: Int) -> Int { lines(width: width).count }

  func draw(in region: Region) {
    let (width, height) = (region.rect.columns, region.rect.rows)
    var lines = lines(width: width)
    if lines.count > height { lines = self.lines(width: width, isDense: true) }
    for (row, line) in lines.enumerated() {
      let part = region.part(region.rect.inset(top: row).topRows(1))
      switch line {
      case .text(let text, let role): part.put(text, role)
      case .field: drawField(in: part)
      }
    }
  }

  private enum Line {
    case text(SafeText, Role)
    case field
  }

  /// The lines of the page; dense ones leave out what an experienced user does without.
  private func lines(width: Int, isDense: Bool = false) -> [Line] {
    func texts(_ text: String, _ role: Role, limit: Int = 6) -> [Line] {
      guard !text.isEmpty else { return [] }
      return SafeText.wrapped(text, columns: width, limit: limit).map { .text($0, role) }
    }
    let error = model.errorText.value
    let note =
      error.isEmpty
      ? texts(model.instructionText.value, .dim, limit: isDense ? 2 : 6)
      : texts("! " + error, .error)
    let address = texts(model.addressText.value, .accent, limit: 40)
    let field = model.takesAnswer && !address.isEmpty ? [Line.field] : []
    let parts = [address, texts(model.codeText.value, .accentStrong), field].filter { !$0.isEmpty }
    let space = isDense ? [] : [Line.text("", .text)]
    return texts(model.titleText, .strong) + note + parts.flatMap { space + $0 }
  }

  private func drawField(in region: Region) {
    let box = region.on(.field)
    box.fill()
    let line = box.part(box.rect.inset(left: 1, right: 1))
    if field.editor.isEmpty { line.put("the address where the browser ended", .dim) }
    field.drawLine(in: line, hasFocus: true)
  }
}
