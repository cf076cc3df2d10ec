import Signals
import Terminal
import ViewModels

extension ProfileView {
  /// Whether a pane has room for the line below the heading.
  static func hasRule(_ pane: Rect) -> Bool { pane.rows >= 10 }

  /// Draws the profile over the whole pane.
  func draw(in region: Region) {
    drawHeading(in: region.part(region.rect.topRows(1)))
    let hasRule = Self.hasRule(region.rect)
    if hasRule { region.rule(row: 1) }
    let body = region.part(region.rect.inset(left: 2, top: hasRule ? 3 : 1, right: 2))
    let size = PictureCard.pictureSize(columns: body.rect.columns, rows: body.rect.rows)
    let picture = Rect(origin: body.rect.origin, size: size)
    model.appeared(PictureBox.pixelSize(columns: size.columns, rows: size.rows))
    avatar.draw(model.avatar.value, in: body.part(picture))
    drawText(PictureCard(beside: size, in: body), isRoomy: body.rect.rows >= 9)
  }

  private func drawHeading(in region: Region) {
    region.put(model.isOwn ? "Your profile" : "Profile", column: 1, .strong)
    region.putRight(
      model.refreshedText.value, model.refresh.isExecuting.value ? .accent : .dim)
  }

  private func drawText(_ card: PictureCard, isRoomy: Bool) {
    var card = card
    func add(_ text: String, _ role: Role, limit: Int = 1, gap: Int = 0) {
      card.add(text, role, limit: limit, gap: gap)
    }
    let gap = isRoomy ? 1 : 0
    let rows = card.rowsLeft
    add(model.headingText.value, .accentStrong)
    add(model.userIDText.value, .dim, limit: 2)
    add(model.presenceText.value, .note, limit: 2)
    // What has just happened comes before what a small screen may leave out.
    if model.message.isExecuting.value { add("Opening the chat…", .accent, gap: gap) }
    if !model.errorText.value.isEmpty {
      add("! " + model.errorText.value, .error, limit: 3, gap: gap)
    }
    if model.isIgnored.value { add("You ignore this person.", .warning, limit: 2, gap: gap) }
    add(model.friendsText.value, .text, limit: 2, gap: gap)
    add(model.commonRoomsText.value, .text, limit: max(rows - 8, 2), gap: gap)
  }
}
