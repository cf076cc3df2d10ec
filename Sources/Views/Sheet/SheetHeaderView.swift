import Signals
import Terminal
import ViewModels

/// The picture and the name above a list about one thing.
final class SheetHeaderView {
  private let model: SheetHeader
  private let picture = PictureBox()

  init(model: SheetHeader, watch: Watch) {
    self.model = model
    watch(model.picture)
    watch(model.headingText)
    watch(model.addressText)
    watch(model.factTexts)
    watch(model.errorText)
  }

  /// The rows that the header takes of a list, with the blank ones around it; none where the entries need
  /// them.
  static func rows(in list: Rect) -> Int {
    list.rows < 10 ? 0 : gap(in: list) + pictureSize(in: list).rows + 1
  }

  /// Whether there is room for a blank row above.
  private static func gap(in list: Rect) -> Int { list.rows < 16 ? 0 : 1 }

  private static func pictureSize(in list: Rect) -> Size {
    PictureCard.pictureSize(columns: list.columns, rows: min(list.rows / 4, 8))
  }

  /// Draws the header at the top of a list.
  func draw(in list: Region) {
    let size = Self.pictureSize(in: list.rect)
    let top = list.part(list.rect.inset(top: Self.gap(in: list.rect)).topRows(size.rows))
    model.appeared(PictureBox.pixelSize(columns: size.columns, rows: size.rows))
    picture.draw(model.picture.value, in: top.part(Rect(origin: top.rect.origin, size: size)))
    var card = PictureCard(beside: size, in: top)
    card.add(model.headingText.value, .accentStrong)
    card.add(model.addressText.value, .dim)
    let error = model.errorText.value
    card.add(error.isEmpty ? "" : "! " + error, .error, limit: 2)
    for fact in model.factTexts.value where card.rowsLeft > 0 {
      card.add(fact, .text, limit: card.rowsLeft)
    }
  }
}
