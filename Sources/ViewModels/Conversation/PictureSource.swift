import Imaging
import Models

/// Where the picture of a message is, and what its sender says of it.
nonisolated struct PictureSource: Equatable {
  /// Nil for a file that is no picture itself.
  let whole: MediaURI?
  let byteCount: Int?
  let thumbnail: FileThumbnail?
  /// Whether the sender declares more pixels than this program decodes.
  let hasTooManyPixels: Bool

  /// Nil for a message without any picture.
  init?(_ content: MessageContent) {
    switch content {
    case .image(let image), .sticker(let image):
      (whole, byteCount, thumbnail) = (image.source, image.byteCount, image.thumbnail)
      let (pixels, overflow) = (image.width ?? 0).multipliedReportingOverflow(by: image.height ?? 0)
      hasTooManyPixels = overflow || pixels > ImageLimits().maxPixels
    case .file(let file):
      (whole, byteCount, thumbnail) = (nil, nil, file.thumbnail)
      hasTooManyPixels = false
    default: return nil
    }
    if whole == nil, thumbnail == nil { return nil }
  }
}
