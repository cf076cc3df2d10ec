import Signals
public import Terminal
import ViewModels

extension RootView {
  /// Whether an event has to wait, because it may mean a message that was sent and is not shown yet.
  ///
  /// Up would change the message before, and Esc select it. Letters need not wait, so that they are seen at
  /// once.
  public func holds(_ event: InputEvent) -> Bool {
    guard case .key(let key) = event, main?.conversation?.composer.model.isSending.value == true
    else { return false }
    return !writes(key)
  }

  /// Whether a key does nothing but write, or end the program.
  private func writes(_ key: Key) -> Bool {
    let context = context
    guard (context.base ?? context) == .composer else { return false }
    guard let row = table.row(for: key, in: context, of: self) else { return true }
    return Self.writing.contains(row.action.name)
  }

  private static let writing: Set<String> = Set(
    TextField.actions.map(\.action.name) + CompletionView.actions.map(\.action.name)
      + ["send", "newline", "interrupt", "quit", "suspend", "redraw"])
}
