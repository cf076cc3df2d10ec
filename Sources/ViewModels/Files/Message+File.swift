import Controllers
import Imaging
import Models
import Signals

nonisolated extension MessageContent {
  /// The file of a message that can be downloaded; nil when it has none, or an encrypted one.
  func file(of message: Message.ID) -> MessageFile? {
    switch self {
    case .image(let image), .sticker(let image):
      image.source.map { MessageFile(message: message, source: $0, name: image.body) }
    case .file(let file):
      file.source.map { MessageFile(message: message, source: $0, name: file.name) }
    default: nil
    }
  }

  /// Whether the message has a file that this program cannot read.
  var hasEncryptedFile: Bool {
    switch self {
    case .image(let image), .sticker(let image): image.isEncrypted
    case .file(let file): file.isEncrypted
    default: false
    }
  }

  /// The size of the file in bytes, as its sender declares it.
  var fileSize: Int? {
    switch self {
    case .image(let image), .sticker(let image): image.byteCount
    case .file(let file): file.byteCount
    default: nil
    }
  }
}

nonisolated extension Message {
  /// What shows while the picture of the message is loading.
  var waitingImage: ImageState {
    guard case .image(let image) = content, let hash = image.blurHash.flatMap(BlurHash.init) else {
      return .loading("loading picture…")
    }
    let plausible = 1...100_000
    let size = PixelSize(
      width: image.width.flatMap { plausible.contains($0) ? $0 : nil } ?? 0,
      height: image.height.flatMap { plausible.contains($0) ? $0 : nil } ?? 0)
    return .blurred(hash.bitmap(like: size))
  }
}

extension MessageRowViewModel {
  /// The file of the row's message.
  var file: MessageFile? { shown.flatMap { $0.content.file(of: $0.id) } }

  /// Whether the message has a file that could be saved or opened.
  public var hasFile: Bool { file != nil || isEncryptedFile }

  /// Whether the file is encrypted, which this version cannot read.
  public var isEncryptedFile: Bool { shown?.content.hasEncryptedFile == true }

  /// Whether the file is being downloaded.
  public var isDownloading: Bool { downloadSource.value != nil }
}
