import Imaging
import Models

/// Where the picture of a message is, and what its sender says of it.
nonisolated struct PictureSource: Equatable {
  /// Nil for a file that is no picture itself, and for an address that is none.
  let whole: MediaURI?
  let byteCount: Int?
  let thumbnail: FileThumbnail?
  /// Whether the sender declares more pixels than this program decodes.
  let hasTooManyPixels: Bool
  /// Whether the message says of a picture that it is where nothing can be.
  let isNowhere: Bool

  /// Nil for a message without any picture.
  init?(_ message: Message) {
    switch message.content {
    case .image(let image), .sticker(let image):
      (whole, byteCount, thumbnail) = (image.source, image.byteCount, image.thumbnail)
      let (pixels, overflow) = (image.width ?? 0).multipliedReportingOverflow(by: image.height ?? 0)
      hasTooManyPixels = overflow || pixels > ImageLimits().maxPixels
      // A picture that is on its way to the server has no address yet.
      isNowhere = whole == nil && !image.isEncrypted && message.eventID != nil
    case .file(let file):
      (whole, byteCount, thumbnail) = (nil, nil, file.thumbnail)
      (hasTooManyPixels, isNowhere) = (false, false)
    default: return nil
    }
    if whole == nil, thumbnail == nil, !isNowhere { return nil }
  }
}
