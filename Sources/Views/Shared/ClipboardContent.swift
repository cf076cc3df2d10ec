/// What the clipboard has that can be sent as files.
public enum ClipboardContent: Equatable, Sendable {
  /// The paths of files.
  case files([String])
  /// Why there is nothing to send, in words.
  case failed(String)
}
