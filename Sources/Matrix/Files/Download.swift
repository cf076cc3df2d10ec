import Controllers
import Dispatch
import Glibc
import HTTPTypes
import Models
import Signals

/// Downloads one file.
struct Download: Sendable {
  /// The most that is downloaded, in bytes: a server that never ends would fill the disk.
  static let mostBytes = 1 << 30
  /// How often a lost connection that brought nothing is made again, in a row.
  private static let mostAttempts = 3

  let network: MatrixNetworkController
  let board: DownloadBoard
  let queue: DispatchQueue
  /// Where files go that another program opens.
  let opened: OpenedFiles
  let downloadFolder: String
  var mostBytes = Self.mostBytes

  /// Runs until the file is whole, or nothing of it is left but what a later download can continue.
  ///
  /// - Parameter started: Called once the place is known to take a file.
  func run(
    _ file: MessageFile, to place: FilePlace, started: () -> Void
  ) async throws(RequestError) -> SavingStep {
    defer { board.end(file.message) }
    let new = try await onQueue { () throws(PlaceProblem) in try make(file, at: place) }
    board.begin(file.message)
    started()
    let path = try await content(of: file, in: new, at: place)
    return .saved(path: path, byteCount: new.received)
  }

  /// Downloads into a file; returns its path.
  private func content(
    of file: MessageFile, in new: NewFile, at place: FilePlace
  ) async throws(RequestError) -> String {
    do throws(RequestError) {
      try await fetch(file, into: new)
      if place == .forOpening, new.runsWhenOpened { throw Self.unopenable(file) }
      return try await onQueue { () throws(PlaceProblem) in try new.finish() }
    } catch {
      if error.isTransient, new.content != nil { new.keep() } else { new.abandon() }
      throw error
    }
  }

  private func make(
    _ file: MessageFile, at place: FilePlace
  ) throws(PlaceProblem) -> NewFile {
    let ownName = SafeFileName(file.name).text
    guard case .path(let given) = place else {
      return try NewFile(ownName, in: opened.folder(), of: file.source)
    }
    let path = UserPath.expanded(given)
    let downloads = UserPath.expanded(downloadFolder)
    let isFolder = path == downloads || path.hasSuffix("/") || UserPath.isFolder(path)
    let (folder, name) = isFolder ? (UserPath.folder(path), ownName) : UserPath.parts(of: path)
    // The folder that the program itself proposes may not be there yet.
    if folder == downloads { mkdir(downloads, 0o700) }
    return try NewFile(name, in: folder, of: file.source)
  }

  /// Requests the file, and after a lost connection what is missing of it.
  private func fetch(_ file: MessageFile, into new: NewFile) async throws(RequestError) {
    var attempts = 0
    while true {
      let before = new.received
      do throws(RequestError) {
        try await request(file, into: new)
        if new.isWhole { return }
        new.startAfresh()
      } catch {
        if let problem = new.problem { throw problem.requestError }
        if before > 0, !Task.isCancelled, new.isOutdated || error.status == 416 {
          new.startAfresh()
          continue
        }
        attempts = new.received > before ? 1 : attempts + 1
        guard error.isTransient, new.content != nil, attempts < Self.mostAttempts else {
          throw error
        }
        try await pause(attempts, after: error)
      }
    }
  }

  private func request(_ file: MessageFile, into new: NewFile) async throws(RequestError) {
    let (board, message) = (board, file.message)
    var endpoint = Endpoint<Void>.download(file.source)
    if let content = new.content, new.received > 0 {
      endpoint.headers = content.request(after: new.received)
    }
    // The bytes on the disk are those that the server counts.
    endpoint.headers[.acceptEncoding] = "identity"
    endpoint.maxBodyBytes = mostBytes
    endpoint.sink = BodySink(
      begin: { start in
        guard new.begin(start) else { return false }
        let received = new.received
        board.begin(message, received: received, total: start.length.map { $0 + received })
        return true
      },
      take: { bytes in
        guard new.append(bytes) else { return false }
        board.advance(message, to: new.received)
        return true
      })
    try await network.request(endpoint)
  }

  private func pause(_ attempts: Int, after error: RequestError) async throws(RequestError) {
    do {
      try await network.scheduler.sleep(for: error.retryAfter ?? .seconds(attempts))
    } catch {
      throw RequestError(operation: .fetchFile, reason: .cancelled)
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
  /// - Parameter patience: How long the server waits for content that is not there yet; nil for as long as
  ///   it likes.
  ///
  /// Source: Matrix client-server API, `GET /_matrix/client/v1/media/download/{serverName}/{mediaId}`.
  static func download(_ uri: MediaURI, waiting patience: Duration? = nil) -> Endpoint {
    var endpoint = Endpoint(
      .fetchFile, .get,
      path: ["_matrix", "client", "v1", "media", "download", uri.serverName, uri.mediaID],
      timeout: .seconds(6 * 3600))
    if let patience {
      endpoint.query = [("timeout_ms", String(Int(patience / .milliseconds(1))))]
    }
    endpoint.idleTimeout = .seconds(60)
    endpoint.maxRedirects = 3
    return endpoint
  }
}
