/// A part of a long list of messages.
package struct MessagePage: Hashable, Sendable {
  /// The messages, newest first.
  package let messages: [FoundMessage]
  /// Names the page after this one; nil after the last one.
  package let next: String?

  /// Creates a page.
  package init(messages: [FoundMessage], next: String?) {
    self.messages = messages
    self.next = next
  }
}
