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
      self.init(mime: mime, message: "m.image", size: Self.size(bytes, decoder))
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
    case nil: isGIF(bytes) ? "image/gif" : nil
    }
  }

  private static func isGIF(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 10 && bytes.starts(with: Array("GIF8".utf8))
  }

  private static func size(_ bytes: [UInt8], _ decoder: any PictureDecoder) -> PixelSize? {
    guard isGIF(bytes) else { return try? decoder.size(of: bytes) }
    // Little-endian, after the signature and the version. Source: GIF89a, section 18.
    return PixelSize(
      width: Int(bytes[6]) | Int(bytes[7]) << 8, height: Int(bytes[8]) | Int(bytes[9]) << 8)
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
