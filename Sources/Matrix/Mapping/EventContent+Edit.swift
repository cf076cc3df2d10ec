import Controllers
import MatrixWire
import ModelKit
import Models

extension EventContent {
  private static let formats = ["format", "formatted_body"]
  private static let files: Set = ["m.image", "m.file", "m.audio", "m.video"]

  /// The content that replaces that of another message.
  ///
  /// A notice stays one. A file keeps everything but its caption; an empty text removes that. Whom the message mentions stays, and
  /// only people whom the new text adds hear of it. Clients that do not know edits show the event's own
  /// body. Source: Matrix client-server API, "Event replacements" and "User and room mentions".
  static func edit(
    of target: Message.ID, _ text: String, as form: TextForm, original: JSONObject
  ) -> JSONObject {
    var new = replacement(text, as: form, of: original)
    // The formats are there twice, or not at all.
    let texts = [new["body"], new["formatted_body"]].compactMap { $0?.string }
    let hidesWords = new["formatted_body"]?.string.map(Self.hidesWords) ?? false
    if !form.needsFormats, !hidesWords, !fits(texts + texts) {
      for key in formats { new[key] = nil }
    }
    let named = PillText(source: text).people
    new["m.mentions"] = original["m.mentions"]
    new.mention(named)
    var content = new
    for key in ["body", "formatted_body"] {
      content[key] = new[key]?.string.map { .string("* " + $0) }
    }
    if new["m.mentions"] != nil {
      let known = Mentions(in: .object(original))?.users ?? []
      content["m.mentions"] = [:]
      content.mention(named.filter { !known.contains($0) })
    }
    content["m.new_content"] = .object(new)
    content["m.relates_to"] = .object(relation("m.replace", to: target))
    return content
  }

  private static func replacement(
    _ text: String, as form: TextForm, of original: JSONObject
  ) -> JSONObject {
    var new = self.text(text, as: form)
    guard let type = original["msgtype"]?.string else { return new }
    if type == "m.notice", form != .emote { new["msgtype"] = .string(type) }
    guard files.contains(type) else { return new }
    var file = original
    for key in formats { file[key] = text.isEmpty ? nil : new[key] }
    // Without a name, the body was the name.
    file["filename"] = original["filename"] ?? original["body"]
    file["body"] = text.isEmpty ? file["filename"] : new["body"]
    file["m.relates_to"] = nil
    return file
  }
}
