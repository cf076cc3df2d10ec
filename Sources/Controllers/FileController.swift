package import Models
package import Signals

/// Files of this machine: those that messages bring here, and those that the user sends.
///
/// All work is done off the main thread.
package protocol FileController: Sendable {
  /// The folder that is proposed for a file, with `~` for the home folder.
  var downloadFolder: String { get }

  /// Downloads the file of a message.
  ///
  /// Work starts at subscription; disposal does not stop it, `stop(_:)` does. Emits `.started` once the
  /// place is known to take a file, then `.saved`, and completes. No file is ever overwritten: the name
  /// gets a number. A file appears only when it is whole. Fails with `.unusablePlace` or
  /// `.unopenable`, with `.tooLarge` above the limit, and with `.cancelled` when it was stopped.
  func save(_ file: MessageFile, to place: FilePlace) -> Signal<SavingStep, RequestError>

  /// Ends the download of a message's file, which leaves nothing behind.
  func stop(_ message: Message.ID)

  /// The downloads that are running: the current progress at once, then each change.
  var downloads: Signal<[Message.ID: DownloadProgress], Never> { get }

  /// What is known of files that the user names: emits it in the same order, then completes.
  ///
  /// Fails with `.unusableFile` for the first that cannot be sent, also because the server would refuse it.
  func inspect(_ paths: [String]) -> Signal<[LocalFile], RequestError>

  /// Files and folders whose path begins with a text, in the order of their names; only the first ones.
  func paths(completing text: String) -> Signal<[LocalPath], Never>
}

/// The file of a message.
package struct MessageFile: Hashable, Sendable {
  package var message: Message.ID
  package var source: MediaURI
  /// The name that the sender declares.
  package var name: String

  package init(message: Message.ID, source: MediaURI, name: String) {
    self.message = message
    self.source = source
    self.name = name
  }
}

/// Where a file goes.
package enum FilePlace: Hashable, Sendable {
  /// A path that the user typed, with `~` for the home folder; in a folder, the file has a safe form of
  /// its own name.
  case path(String)
  /// A private folder, for another program to read it; what would run is refused.
  case forOpening
}

/// A step of a download.
package enum SavingStep: Hashable, Sendable {
  case started
  /// The whole file is at the path, with so many bytes.
  case saved(path: String, byteCount: Int)
}

/// How far a download is, in bytes; `total` is nil while the server does not say.
package struct DownloadProgress: Hashable, Sendable {
  package var received: Int
  package var total: Int?

  package init(received: Int, total: Int? = nil) {
    self.received = received
    self.total = total
  }
}

/// A file that can be sent.
package struct LocalFile: Hashable, Sendable {
  package var path: String
  package var name: String
  package var byteCount: Int
  /// Whether it is a picture that can be made smaller.
  package var isPicture: Bool

  package init(path: String, name: String, byteCount: Int, isPicture: Bool = false) {
    self.path = path
    self.name = name
    self.byteCount = byteCount
    self.isPicture = isPicture
  }
}

/// An entry of a folder.
package struct LocalPath: Hashable, Sendable {
  /// As the user began it, so perhaps with `~`; a folder ends with a slash.
  package var path: String
  /// The size of a file; nil for a folder.
  package var byteCount: Int?

  package init(path: String, byteCount: Int? = nil) {
    self.path = path
    self.byteCount = byteCount
  }
}
