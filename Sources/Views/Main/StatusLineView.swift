import Signals
import Terminal
import ViewModels

/// The top line: the account, the connection state, unsent messages and the inbox.
final class StatusLineView {
  let tile: Tile
  private let model: StatusLineViewModel
  private let watch: Watch

  private let quietText: Property<String>

  init(
    model: StatusLineViewModel, quietText: Property<String>, needsDisplay: @escaping () -> Void
  ) {
    self.model = model
    self.quietText = quietText
    tile = Tile(needsDisplay: needsDisplay)
    watch = Watch(tile.invalidate)
    watch(model.accountText)
    watch(model.connectionText)
    watch(model.connectionState)
    watch(model.unsentText)
    watch(model.inboxText)
    watch(model.othersText)
    watch(quietText)
  }

  func draw(in region: Region) {
    let bar = region.on(.bar)
    bar.fill()
    var end = bar.rect.columns - 1
    func mark(_ text: String, _ role: Role, leaving rest: Int = 20) {
      guard !text.isEmpty, end > rest else { return }
      let width = min(SafeText.width(of: text), end - rest)
      bar.put(text, column: end - width, role, width: width)
      end -= width + 2
    }
    mark(model.inboxText.value, .accentStrong)
    // The own connection stays to be read beside it.
    mark(model.othersText.value, .accent, leaving: bar.rect.columns >= 80 ? 44 : 26)
    mark(quietText.value, .dim)
    mark(model.unsentText.value, .warning)
    mark(model.repairText, .warning)
    let account = bar.put(
      model.accountText.value, column: 1, .strong, width: min(max(end / 2, 12), 40))
    let column = account + 3
    bar.put("●", column: column, dotRole)
    bar.put(
      model.connectionText.value, column: column + 2, isTroubled ? .warning : .dim,
      width: end - column - 2)
  }

  private var isTroubled: Bool { model.connectionState.value == .offline }

  private var dotRole: Role {
    switch model.connectionState.value {
    case .online: .success
    case .connecting: .warning
    case .offline: .error
    case .idle: .dim
    }
  }
}
