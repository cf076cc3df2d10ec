package import Controllers
import Dispatch
package import Models
package import Signals
import Synchronization

/// Downloads files by authenticated media requests, and looks at the files of this machine.
///
/// Any thread may call.
package final class MatrixFileController: FileController {
  package let downloadFolder: String
  private let download: Download
  private let board = DownloadBoard()
  private let opened: OpenedFiles
  private let uploadLimit: UploadLimit
  private let running = Mutex<[Message.ID: Task<Void, Never>]>([:])
  private let queue = DispatchQueue(label: "files", qos: .userInitiated)

  /// Makes a controller; `folder` is the private folder for files that another program opens, made when
  /// the first one is.
  ///
  /// - Parameters:
  ///   - downloads: The folder for downloads; nil for that of the user's desktop.
  ///   - mostBytes: The largest file that is downloaded.
  package init(
    network: MatrixNetworkController, folder: String, downloads: String? = nil,
    mostBytes: Int? = nil
  ) {
    downloadFolder = downloads ?? DownloadFolder.current()
    opened = OpenedFiles(path: folder)
    uploadLimit = UploadLimit(network: network)
    download = Download(
      network: network, board: board, queue: queue, opened: opened,
      downloadFolder: downloadFolder, mostBytes: mostBytes ?? Download.mostBytes)
  }

  deinit {
    for task in running.withLock({ $0 }).values { task.cancel() }
  }

  package var downloads: Signal<[Message.ID: DownloadProgress], Never> { board.signal }

  package func save(
    _ file: MessageFile, to place: FilePlace
  ) -> Signal<SavingStep, RequestError> {
    Signal { [self] observer in
      if place == .forOpening, SafeFileName(file.name).runsWhenOpened {
        observer.fail(Download.unopenable(file))
      } else {
        start(file, place, observer)
      }
      return AnyDisposable()
    }
  }

  package func stop(_ message: Message.ID) {
    running.withLock { $0[message] }?.cancel()
  }

  package func inspect(_ paths: [String]) -> Signal<[LocalFile], RequestError> {
    onQueue { () throws(RequestError) in
      var files: [LocalFile] = []
      for path in paths { files.append(try FileToSend.inspect(path)) }
      return files
    }.flatMap(.latest) { [uploadLimit] files in
      .from { () async throws(RequestError) in try await uploadLimit.check(files) }
    }
  }

  package func paths(completing text: String) -> Signal<[LocalPath], Never> {
    Signal { [queue] observer in
      queue.async {
        observer.send(PathCompletion.paths(completing: text))
        observer.complete()
      }
      return AnyDisposable()
    }
  }

  /// Removes the files that other programs opened.
  package func eraseFiles() { opened.erase() }

  private func start(
    _ file: MessageFile, _ place: FilePlace, _ observer: Observer<SavingStep, RequestError>
  ) {
    running.withLock { running in
      guard running[file.message] == nil else {
        return observer.fail(RequestError(operation: .fetchFile, reason: .cancelled))
      }
      running[file.message] = Task { [weak self, download] in
        let result: Result<SavingStep, RequestError>
        do throws(RequestError) {
          result = .success(try await download.run(file, to: place) { observer.send(.started) })
        } catch {
          result = .failure(error)
        }
        // Before anybody hears of the end, who may save the file again at once.
        self?.running.withLock { $0[file.message] = nil }
        switch result {
        case .success(let step):
          observer.send(step)
          observer.complete()
        case .failure(let error): observer.fail(error)
        }
      }
    }
  }

  private func onQueue<Value: Sendable>(
    _ work: @escaping @Sendable () throws(RequestError) -> Value
  ) -> Signal<Value, RequestError> {
    Signal { [queue] observer in
      queue.async {
        do throws(RequestError) {
          observer.send(try work())
          observer.complete()
        } catch {
          observer.fail(error)
        }
      }
      return AnyDisposable()
    }
  }
}
