import MatrixWire
import ModelKit
import Models

/// The image of a message or a sticker.
func imageContent(_ content: JSONValue, body: String) -> ImageContent {
  let info = FileInfo(content, body: body)
  return ImageContent(
    body: info.name, caption: info.caption, formatted: info.formats.text,
    lacksFormats: info.formats == .tooLarge, source: info.source, isEncrypted: info.isEncrypted,
    mimeType: info.mimeType, width: info.number("w"), height: info.number("h"),
    blurHash: info.blurHash, byteCount: info.number("size"), thumbnail: info.thumbnail)
}

/// The file of a message.
func fileContent(_ content: JSONValue, body: String, kind: FileContent.Kind) -> FileContent {
  let info = FileInfo(content, body: body)
  return FileContent(
    kind: kind, name: info.name, caption: info.caption, formatted: info.formats.text,
    lacksFormats: info.formats == .tooLarge, source: info.source, isEncrypted: info.isEncrypted,
    mimeType: info.mimeType, width: info.number("w"),
    height: info.number("h"), durationMilliseconds: info.duration,
    byteCount: info.number("size"), thumbnail: info.thumbnail)
}

/// Whether an audio file is a voice message.
///
/// Source: MSC3245, with the names that clients send until it is merged.
func isVoice(_ content: JSONValue) -> Bool {
  content["org.matrix.msc3245.voice"] != nil || content["m.voice"] != nil
}

/// The description of the file that a message carries.
///
/// When `filename` differs from the body, the body is the caption. Source: Matrix client-server
/// API, "Media captions".
private struct FileInfo {
  let name: String
  let caption: String?
  /// Those of the caption: a name has none.
  let formats: FormattedText.Reading
  private let content: JSONValue
  private let info: JSONValue?

  init(_ content: JSONValue, body: String) {
    let filename = content["filename"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    name = (filename ?? body).cut(toBytes: Limits.name)
    caption = filename == nil || filename == body || body.isEmpty ? nil : body
    formats = caption.map { Matrix.formats(content, body: $0) } ?? .nothing
    info = content["info"]
    self.content = content
  }

  /// Source: Matrix client-server API, "Sending encrypted attachments": `file` takes the place of `url`.
  var isEncrypted: Bool { content["file"]?.object != nil }

  var source: MediaURI? {
    isEncrypted ? nil : content["url"]?.string.flatMap { MediaURI($0) }
  }

  /// Source: Matrix client-server API, `thumbnail_url` and `thumbnail_info`.
  var thumbnail: FileThumbnail? {
    guard !isEncrypted, let source = info?["thumbnail_url"]?.string.flatMap({ MediaURI($0) }) else {
      return nil
    }
    let size = info?["thumbnail_info"]?["size"]?.integer.flatMap { $0 > 0 ? $0 : nil }
    return FileThumbnail(source: source, byteCount: size)
  }

  var mimeType: String? { info?["mimetype"]?.string?.cut(toBytes: Limits.name) }

  /// Source: MSC2448.
  var blurHash: String? {
    let text = info?["xyz.amorgan.blurhash"]?.string ?? info?["blurhash"]?.string
    return text.flatMap { $0.utf8.count <= Limits.blurHash ? $0 : nil }
  }

  /// The length of a recording; voice messages may have it in the extensible form of MSC1767 alone.
  var duration: Int? {
    number("duration")
      ?? content["org.matrix.msc1767.audio"]?["duration"]?.integer.flatMap { $0 > 0 ? $0 : nil }
  }

  /// A number above zero.
  func number(_ name: String) -> Int? {
    info?[name]?.integer.flatMap { $0 > 0 ? $0 : nil }
  }
}
