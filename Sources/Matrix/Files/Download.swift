import Controllers
import Dispatch
import Glibc
import Models
import Signals

/// Downloads one file.
struct Download: Sendable {
  /// The most that is downloaded, in bytes: a server that never ends would fill the disk.
  static let mostBytes = 1 << 30

  let network: MatrixNetworkController
  let board: DownloadBoard
  let queue: DispatchQueue
  /// Where files go that another program opens.
  let opened: OpenedFiles
  let downloadFolder: String
  var mostBytes = Self.mostBytes

  /// Runs until the file is whole or nothing of it is left.
  func run(
    _ file: MessageFile, to place: FilePlace, _ observer: Observer<SavingStep, RequestError>
  ) async {
    do throws(RequestError) {
      let new = try await onQueue { () throws(PlaceProblem) in try make(file, at: place) }
      board.begin(file.message)
      observer.send(.started)
      let path = try await content(of: file, in: new, at: place)
      board.end(file.message)
      observer.send(.saved(path: path, byteCount: new.received))
      observer.complete()
    } catch {
      board.end(file.message)
      observer.fail(error)
    }
  }

  /// Downloads into a file, of which nothing is left unless it is whole; returns its path.
  private func content(
    of file: MessageFile, in new: NewFile, at place: FilePlace
  ) async throws(RequestError) -> String {
    do throws(RequestError) {
      try await fetch(file, into: new)
      if place == .forOpening, new.runsWhenOpened { throw Self.unopenable(file) }
      return try await onQueue { () throws(PlaceProblem) in try new.finish() }
    } catch {
      new.abandon()
      throw error
    }
  }

  private func make(
    _ file: MessageFile, at place: FilePlace
  ) throws(PlaceProblem) -> NewFile {
    let ownName = SafeFileName(file.name).text
    guard case .path(let given) = place else {
      return try NewFile(ownName, in: opened.folder())
    }
    let path = UserPath.expanded(given)
    let downloads = UserPath.expanded(downloadFolder)
    let isFolder = path == downloads || path.hasSuffix("/") || UserPath.isFolder(path)
    let (folder, name) = isFolder ? (path, ownName) : UserPath.parts(of: path)
    // The folder that the program itself proposes may not be there yet.
    if folder == downloads { mkdir(downloads, 0o700) }
    return try NewFile(name, in: folder)
  }

  private func fetch(_ file: MessageFile, into new: NewFile) async throws(RequestError) {
    let (board, message) = (board, file.message)
    var endpoint = Endpoint<Void>.download(file.source)
    endpoint.maxBodyBytes = mostBytes
    endpoint.sink = BodySink(
      begin: { board.begin(message, total: $0) },
      take: { bytes in
        guard new.append(bytes) else { return false }
        board.advance(message, to: new.received)
        return true
      })
    do throws(RequestError) {
      try await network.request(endpoint)
    } catch {
      throw new.problem?.requestError ?? error
    }
  }

  static func unopenable(_ file: MessageFile) -> RequestError {
    RequestError(operation: .fetchFile, reason: .unopenable(name: file.name))
  }

  private func onQueue<Value: Sendable>(
    _ work: @escaping @Sendable () throws(PlaceProblem) -> Value
  ) async throws(RequestError) -> Value {
    let result: Result<Value, PlaceProblem> = await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(returning: Result { () throws(PlaceProblem) in try work() })
      }
    }
    do throws(PlaceProblem) {
      return try result.get()
    } catch {
      throw error.requestError
    }
  }
}

extension Endpoint where Response == Void {
  /// Downloads a file.
  ///
  /// Source: Matrix client-server API, `GET /_matrix/client/v1/media/download/{serverName}/{mediaId}`.
  fileprivate static func download(_ uri: MediaURI) -> Endpoint {
    var endpoint = Endpoint(
      .fetchFile, .get,
      path: ["_matrix", "client", "v1", "media", "download", uri.serverName, uri.mediaID],
      timeout: .seconds(6 * 3600))
    endpoint.idleTimeout = .seconds(60)
    endpoint.maxRedirects = 3
    return endpoint
  }
}
