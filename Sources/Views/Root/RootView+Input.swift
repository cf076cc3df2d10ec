public import Terminal

extension RootView {
  /// Gives an event to what has the focus.
  ///
  /// A key means its action in the table; one that has none and writes is text.
  public func handle(_ event: InputEvent) {
    synchronize()
    switch event {
    case .key(let key):
      clearNotice()
      if !perform(key) { type(key) }
    case .paste(let text):
      clearNotice()
      insert(text)
    case .mouse(let event): handle(event)
    case .focus, .reply: break
    }
  }

  private func type(_ key: Key) {
    guard case .character(let character) = key.code, key.modifiers.isEmpty else { return }
    insert(String(character))
  }

  private func handle(_ event: MouseEvent) {
    let lines: Int
    switch event.action {
    case .scrollUp: lines = 3
    case .scrollDown: lines = -3
    case .press(button: 0): return press(at: event.position)
    default: return
    }
    if let help {
      help.scroll(by: -lines)
    } else if let list = drawnLayout?.list, list.contains(event.position) {
      main?.roomList.scroll(by: -lines)
    } else {
      main?.scrollTimeline(lines: lines)
    }
  }

  /// A click gives the focus, and on a room opens it.
  private func press(at point: Point) {
    guard help == nil, let main, main.prompt == nil, let list = drawnLayout?.list,
      list.contains(point)
    else { return }
    clearNotice()
    main.click(listRow: point.row - list.minRow)
  }
}
