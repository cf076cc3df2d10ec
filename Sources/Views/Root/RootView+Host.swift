import Terminal
import ViewModels

extension RootView {
  /// Copies a text and says so.
  func copy(_ text: String, saying words: String) {
    send(.copy(text))
    notice = words
  }

  /// An address could not be opened: what is not opened is copied, if that is all that is left.
  public func opening(of address: String, failed reason: OpeningFailure) {
    switch reason {
    case .missing(let words): copy(address, saying: "\(words): the link is copied instead")
    case .failed(let words): notice = words
    }
    invalidate()
  }

  /// A file could not be opened: it stays where it is.
  public func openingFile(_ path: String, failed reason: OpeningFailure) {
    switch reason {
    case .missing(let words), .failed(let words): report("\(words): the file is \(path)")
    }
  }

  /// What the clipboard has, as the surrounding program read it.
  public func readClipboard(_ content: ClipboardContent) {
    let take = takeClipboard
    takeClipboard = nil
    take?(content)
    invalidate()
  }

  /// What the surrounding program does to tell the user of something.
  nonisolated static func request(_ alert: Alert) -> HostRequest {
    switch alert {
    case .ring: .ring
    case .show(let text):
      .showNotice(
        title: SafeText(text.titleText, maxScalars: 120),
        body: SafeText(text.bodyText, maxScalars: 300))
    case .withdraw: .withdrawNotice
    }
  }

  func askForClipboard(_ take: @escaping (ClipboardContent) -> Void) {
    takeClipboard = take
    send(.readClipboard)
  }

  /// Shows a result that came later than its key.
  func report(_ words: String) {
    notice = words.isEmpty ? nil : words
    invalidate()
  }
}
