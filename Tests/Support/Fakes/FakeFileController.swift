package import Controllers
package import Models
package import Signals
import Synchronization

/// A file controller with scripted results.
package final class FakeFileController: FileController {
  /// A file to save.
  package struct Saving: Hashable, Sendable {
    package var file: MessageFile
    package var place: FilePlace

    package init(_ file: MessageFile, _ place: FilePlace) {
      self.file = file
      self.place = place
    }
  }

  package let downloadFolder = "~/Downloads"
  package let onSave = Script<Saving, SavingStep>("save", .fetchFile)
  package let onInspect = Script<[String], [LocalFile]>("inspect", .send)
  private let entries = Mutex<[LocalPath]>([])
  /// The running downloads; replays the latest.
  package let downloading = ReplaySubject<[Message.ID: DownloadProgress], Never>(capacity: 1)
  private let stopped = Mutex<[Message.ID]>([])

  /// Creates a controller that downloads nothing.
  package init() {
    downloading.send([:])
  }

  package func save(
    _ file: MessageFile, to place: FilePlace
  ) -> Signal<SavingStep, RequestError> {
    onSave.signal(Saving(file, place))
  }

  package func stop(_ message: Message.ID) {
    stopped.withLock { $0.append(message) }
  }

  package var downloads: Signal<[Message.ID: DownloadProgress], Never> { downloading.signal }

  package func inspect(_ paths: [String]) -> Signal<[LocalFile], RequestError> {
    onInspect.signal(paths)
  }

  package func paths(completing text: String) -> Signal<[LocalPath], Never> {
    .just(entries.withLock { $0.filter { $0.path.hasPrefix(text) } })
  }

  /// Makes files and folders appear in completions.
  package func add(_ paths: LocalPath...) {
    entries.withLock { $0 += paths }
  }

  /// Finds every file that is asked for, with ten bytes; names of pictures end in `.png`.
  package func findAll() {
    onInspect.answer { paths in
      .just(
        paths.map { path in
          LocalFile(
            path: path, name: path.split(separator: "/").last.map(String.init) ?? path,
            byteCount: 10, isPicture: path.hasSuffix(".png"))
        })
    }
  }

  /// The messages whose downloads were stopped since the last call.
  package func takeStopped() -> [Message.ID] {
    stopped.withLock { stopped in
      defer { stopped = [] }
      return stopped
    }
  }
}
