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
  /// "picture" or "file" for what the message says to be where nothing can be; nil for what has an address.
  let lost: String?

  /// Nil for a message without any picture, unless it has a file that is nowhere.
  init?(_ message: Message) {
    // What is on its way to the server has no address yet.
    let isSent = message.eventID != nil
    switch message.content {
    case .image(let image), .sticker(let image):
      (whole, byteCount, thumbnail) = (image.source, image.byteCount, image.thumbnail)
      let (pixels, overflow) = (image.width ?? 0).multipliedReportingOverflow(by: image.height ?? 0)
      hasTooManyPixels = overflow || pixels > ImageLimits().maxPixels
      lost = isSent && image.source == nil && !image.isEncrypted ? "picture" : nil
    case .file(let file):
      (whole, byteCount, thumbnail, hasTooManyPixels) = (nil, nil, file.thumbnail, false)
      lost = isSent && file.source == nil && !file.isEncrypted ? "file" : nil
    default: return nil
    }
    if whole == nil, thumbnail == nil, lost == nil { return nil }
  }
}
