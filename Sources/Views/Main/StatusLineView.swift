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
    watch(model.mediumConnectionText)
    watch(model.shortConnectionText)
    watch(model.connectionState)
    watch(model.unsentText)
    watch(model.keepingText)
    watch(model.inboxText)
    watch(model.othersText)
    watch(model.shortOthersText)
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
    let rest = bar.rect.columns >= 80 ? 44 : 26
    let fits = SafeText.width(of: model.othersText.value) <= end - rest
    mark((fits ? model.othersText : model.shortOthersText).value, .accent, leaving: rest)
    mark(quietText.value, .dim)
    mark(model.unsentText.value, .warning)
    mark(model.keepingText.value, .warning)
    mark(model.repairText, .warning)
    // The key that tries again needs its place more than the end of a name.
    let most = max(end / 2, 12)
    let width = isTroubled ? min(most, max(end - Self.troubleColumns, 8)) : most
    let account = bar.put(model.accountText.value, column: 1, .strong, width: min(width, 40))
    let column = account + 3
    bar.put("●", column: column, dotRole)
    let room = end - column - 2
    let text = [model.connectionText.value, model.mediumConnectionText.value].first {
      SafeText.width(of: $0) <= room
    }
    bar.put(
      text ?? model.shortConnectionText.value,
      column: column + 2, isTroubled ? .warning : .dim, width: room)
  }

  /// The columns of "offline (F5: now)", with the dot in front.
  private static let troubleColumns = 23

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
