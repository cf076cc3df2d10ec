import Imaging
import Signals
import Terminal
import ViewModels

/// The rendered pictures of a timeline's rows; bounded, evicting the older half first.
final class PictureCache {
  private static let generationSize = 32
  private var recent: [RowID: PictureBox] = [:]
  private var older: [RowID: PictureBox] = [:]

  /// What the row's picture currently occupies.
  func state(of row: MessageRowViewModel, columns: MessageColumns) -> PictureState {
    switch row.image.value {
    case .none: return .none
    case .loading(let text): return .loading(text)
    case .failed(let text): return .failed(text)
    case .loaded(let bitmap), .blurred(let bitmap):
      let box = PixelSize(width: columns.pictureWidth, height: columns.pictureHeight * 2)
      let size = bitmap.size.scaled(toFit: box)
      guard !size.isEmpty else { return .none }
      return .cells(width: size.width, height: (size.height + 1) / 2)
    }
  }

  /// Tells a row that it is visible, so that it loads its picture.
  func request(_ row: MessageRowViewModel, columns: MessageColumns) {
    row.appeared(
      PictureBox.pixelSize(columns: columns.pictureWidth, rows: columns.pictureHeight))
  }

  /// Draws a row's picture with its first line at row `top` of the region.
  func draw(
    _ row: MessageRowViewModel, _ picture: MessageLayout.Picture, top: Int, in region: Region
  ) {
    guard let bitmap = row.image.value.bitmap else { return }
    let image = box(of: row.id).image(
      of: bitmap, columns: picture.width, rows: picture.height)
    region.draw(image, column: picture.column, row: top + picture.line)
  }

  private func box(of id: RowID) -> PictureBox {
    if let box = recent[id] { return box }
    if recent.count >= Self.generationSize {
      older = recent
      recent = [:]
    }
    let box = older[id] ?? PictureBox()
    recent[id] = box
    return box
  }
}

extension ImageState {
  /// The picture to draw, if there is one.
  fileprivate var bitmap: Bitmap? {
    switch self {
    case .loaded(let bitmap), .blurred(let bitmap): bitmap
    case .none, .loading, .failed: nil
    }
  }
}
