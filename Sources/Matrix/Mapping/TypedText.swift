import ModelKit
import Models

/// The parts of a text message that tell what was typed.
struct TypedText: Hashable, Sendable {
  private let body: String
  private let html: String?
  private let type: String

  /// Nil when the content is no text.
  init?(_ content: JSONValue) {
    guard let body = content["body"]?.string, let type = content["msgtype"]?.string else {
      return nil
    }
    self.body = body
    self.type = type
    html = content["formatted_body"]?.string
  }

  /// What to type to send the text again; nil when it is the body.
  var draft: String? { EventContent.draft(of: body, html: html, type: type) }
}

extension MessageContent {
  /// The same text with what its sender typed.
  func typed(_ text: TypedText?) -> MessageContent {
    guard case .text(let content) = self, let draft = text?.draft else { return self }
    return .text(content.with { $0.draft = draft })
  }
}
