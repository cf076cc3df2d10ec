public import Terminal

extension RootView {
  /// Draws the whole screen into a blank canvas and places its cursor.
  public func draw(into canvas: inout Canvas) {
    frame.draw(into: &canvas) { region in
      let size = region.rect.size
      if size.columns < MainLayout.minimumColumns || size.rows < MainLayout.minimumRows {
        drawTooSmall(in: region)
      } else {
        draw(in: region)
      }
    }
  }

  private func draw(in region: Region) {
    let layout = MainLayout(size: region.rect.size, showsList: main?.showsListAlone ?? false)
    let content = region.part(region.rect.inset(bottom: 1))
    drawnLayout = layout
    switch screen {
    case .starting(let text):
      content.part(content.rect.inset(left: 1, top: 1, right: 1)).paragraph(text, .dim)
    case .signIn(let view): view.draw(in: content)
    case .main(let view): view.draw(layout, in: region)
    }
    if let menu {
      region.hideCursor()
      menu.draw(in: content.part(content.rect.inset(top: 1)))
    }
    if let help {
      help.draw(in: content.part(content.rect.inset(top: 1)))
    }
    let enabled = table.rows(in: context).lazy
      .filter { $0.action.hint != nil && $0.availability(self) == .enabled }
    FooterView(notice: notice, actions: enabled.map(\.action), context: context)
      .draw(in: region.part(layout.footer))
  }

  private func drawTooSmall(in region: Region) {
    let smallest = "\(MainLayout.minimumColumns)x\(MainLayout.minimumRows)"
    region.paragraph("Please enlarge the terminal to \(smallest) or more.", .warning)
  }
}
