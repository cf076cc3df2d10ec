import Controllers
import Imaging
import MatrixWire
import ModelKit

extension EventContent {
  /// The content of a message with a file, whose address is added once it is known.
  ///
  /// Source: Matrix client-server API, "Media captions" and `m.image`.
  static func file(
    _ file: FileToSend, _ caption: String?, as form: TextForm
  ) -> JSONObject {
    var info: JSONObject = [
      "mimetype": .string(file.type.mime), "size": .number(JSONNumber(file.bytes.count)),
    ]
    if let size = file.type.size {
      info["w"] = .number(JSONNumber(size.width))
      info["h"] = .number(JSONNumber(size.height))
    }
    // Source: MSC2448.
    info["xyz.amorgan.blurhash"] = file.blurHash.map { .string($0) }
    if let thumbnail = file.thumbnail {
      info["thumbnail_info"] = [
        "mimetype": .string(thumbnail.mime), "size": .number(JSONNumber(thumbnail.bytes.count)),
        "w": .number(JSONNumber(thumbnail.size.width)),
        "h": .number(JSONNumber(thumbnail.size.height)),
      ]
    }
    // A caption has the formats and the mentions of a text.
    var content = text(caption ?? "", as: form)
    if caption == nil { content["body"] = .string(file.name) }
    content["msgtype"] = .string(file.type.message)
    content["filename"] = .string(file.name)
    content["info"] = .object(info)
    return content
  }
}
