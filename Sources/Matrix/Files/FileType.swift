import Imaging

/// What kind of file one is.
struct FileType: Equatable {
  let mime: String
  /// The `msgtype` of its message.
  let message: String
  /// The size of a picture in pixels.
  let size: PixelSize?

  /// Pictures are told by their content; the rest by the name, as a sender declares it.
  init(_ bytes: [UInt8], name: String, decoder: any PictureDecoder) {
    if let mime = Self.picture(bytes) {
      self.init(mime: mime, message: "m.image", size: try? decoder.size(of: bytes))
      return
    }
    let ending = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
    let mime = Self.endings[ending?.lowercased() ?? ""] ?? "application/octet-stream"
    let kind = mime.prefix { $0 != "/" }
    let message = kind == "audio" ? "m.audio" : kind == "video" ? "m.video" : "m.file"
    self.init(mime: mime, message: message, size: nil)
  }

  private init(mime: String, message: String, size: PixelSize?) {
    self.mime = mime
    self.message = message
    self.size = size
  }

  /// The type of a picture; nil for another file.
  static func picture(_ bytes: [UInt8]) -> String? {
    switch ImageFormat(signatureOf: bytes) {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    case .webp: "image/webp"
    case .gif: "image/gif"
    case nil: nil
    }
  }

  private static let endings = [
    "flac": "audio/flac", "m4a": "audio/mp4", "mp3": "audio/mpeg", "oga": "audio/ogg",
    "ogg": "audio/ogg", "opus": "audio/ogg", "wav": "audio/wav", "avi": "video/x-msvideo",
    "mkv": "video/x-matroska", "mov": "video/quicktime", "mp4": "video/mp4",
    "ogv": "video/ogg", "webm": "video/webm", "csv": "text/csv", "gz": "application/gzip",
    "json": "application/json", "md": "text/markdown", "pdf": "application/pdf",
    "svg": "image/svg+xml", "txt": "text/plain", "zip": "application/zip",
  ]
}
