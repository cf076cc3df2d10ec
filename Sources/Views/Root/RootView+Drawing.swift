public import Terminal

extension RootView {
  /// Brings a canvas up to date and places its cursor.
  ///
  /// On the canvas of the last call only the changed parts are laid out and drawn, otherwise all.
  public func draw(into canvas: inout Canvas) {
    isOutdated = false
    noteFirstFrame()
    var scene = Scene(bounds: canvas.bounds)
    let size = scene.bounds.size
    if size.columns < MainLayout.minimumColumns || size.rows < MainLayout.minimumRows {
      scene.add(textTile, at: scene.bounds, inputs: Self.tooSmallText) {
        $0.paragraph(Self.tooSmallText, .warning)
      }
    } else {
      compose(&scene)
    }
    compositor.draw(scene, into: &canvas)
  }

  private func noteFirstFrame() {
    if opened != nil {
      opened = nil
      restored = focusedField.flatMap { RestoredText($0, at: now()) }
    }
    restored?.noteFrame(at: now())
  }

  private static let tooSmallText =
    "Please enlarge the terminal to \(MainLayout.minimumColumns)x\(MainLayout.minimumRows) or more."

  /// The error of the room on which the cursor is in the list.
  private var errorUnderCursor: String {
    context == .roomList ? main?.roomList.errorText ?? "" : ""
  }

  private func compose(_ scene: inout Scene) {
    let footer = FooterView(
      notice: notice, errorText: errorUnderCursor, hints: table.hints(in: context, for: self))
    let layout = MainLayout(
      size: scene.bounds.size, showsList: main?.showsListAlone ?? false,
      footerRows: footer.rows(on: scene.bounds.size))
    let content = scene.bounds.inset(bottom: layout.footer.rows)
    drawnLayout = layout
    switch screen {
    case .starting(let text):
      scene.add(textTile, at: content.inset(left: 1, top: 1, right: 1), inputs: text) {
        $0.paragraph(text, .dim)
      }
    case .signIn(let view): view.compose(content, into: &scene)
    case .main(let view): view.compose(layout, into: &scene)
    }
    let overlay = content.inset(top: 1)
    if let menu {
      scene.add(menu.tile, at: menu.card(in: overlay), takesCursor: true) { menu.draw(in: $0) }
    }
    if let help {
      scene.add(help.tile, at: help.card(in: overlay), takesCursor: true) { help.draw(in: $0) }
    }
    scene.add(footerTile, at: layout.footer, inputs: footer) { footer.draw(in: $0) }
  }
}
