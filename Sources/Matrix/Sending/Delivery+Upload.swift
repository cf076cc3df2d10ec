import Controllers
import MatrixWire
import ModelKit
import Models
import Synchronization

extension Delivery {
  /// The result of one attempt to upload a file.
  enum Upload: Sendable {
    case uploaded(MediaURI)
    /// The server keeps an address for the file.
    case reserved(MediaURI)
    /// The server no longer knows the address.
    case expired
    /// Why the event cannot be sent yet, or at all.
    case failed(Outcome)
  }

  /// Uploads a file to the address that the server keeps for it.
  ///
  /// A repetition changes nothing: the address takes one content. Where the server keeps no addresses, a lost
  /// response costs one more upload, and nobody ever sees the first copy.
  func upload(
    _ entry: OutboxEntry, _ upload: OutboxUpload, from files: OutboxFiles,
    onUpload: @escaping @Sendable (Int) -> Void
  ) async -> Upload {
    do throws(RequestError) {
      try await checkEncryption(of: entry.room)
      if let limit = try await uploadLimit(), upload.byteCount > limit {
        return .failed(.refused(Self.error(OutgoingEvent.fileTooLarge)))
      }
      guard let bytes = try files.bytes(of: upload) else {
        return .failed(.refused(Self.error(OutgoingEvent.fileGone)))
      }
      let file = FileBody(type: upload.mimeType, bytes: bytes, onUpload: onUpload)
      guard let address = upload.address.flatMap({ MediaURI($0) }) else {
        return .uploaded(try await network.request(.upload(file, name: upload.name)))
      }
      return try await put(file, upload.name, at: address)
    } catch {
      // Another attempt would leave one more copy on the server for the same response.
      if case .malformedResponse = error.reason { return .failed(.refused(error)) }
      if error.status == 413 || error.code == "M_TOO_LARGE" {
        return .failed(.refused(Self.error(OutgoingEvent.fileTooLarge)))
      }
      return .failed(outcome(of: error))
    }
  }

  private func put(
    _ file: FileBody, _ name: String, at address: MediaURI
  ) async throws(RequestError) -> Upload {
    do throws(RequestError) {
      try await network.request(.upload(file, name: name, to: address))
      return .uploaded(address)
    } catch {
      switch error.status {
      // An earlier attempt, whose response was lost, may have arrived, or be on its way still.
      case 409: return try await holds(address) ? .uploaded(address) : .failed(.later(error))
      // The server keeps an address for a day or so.
      case 404: return .expired
      default: throw error
      }
    }
  }

  /// Whether the server has the content of an address.
  private func holds(_ address: MediaURI) async throws(RequestError) -> Bool {
    let isThere = Mutex(false)
    var endpoint = Endpoint<Void>.download(address, waiting: .zero)
    endpoint.sink = BodySink(
      begin: { _ in
        isThere.withLock { $0 = true }
        return false
      }, take: { _ in false })
    do throws(RequestError) {
      try await network.request(endpoint)
      return true
    } catch {
      if isThere.withLock({ $0 }) { return true }
      // Source: Matrix client-server API, `M_NOT_YET_UPLOADED`.
      if error.status == 504 { return false }
      throw error
    }
  }

  /// An address for a file that is uploaded later; nil where the server keeps none.
  func address() async throws(RequestError) -> MediaURI? {
    do throws(RequestError) {
      return try await network.request(.createMedia)
    } catch {
      switch error.reason {
      // Servers keep few addresses that nothing was uploaded to, for a day: waiting would help too late.
      case .malformedResponse, .limited: return nil
      // A server older than version 1.7 of the specification.
      case .refused where [400, 404, 405].contains(error.status): return nil
      default: throw error
      }
    }
  }

  /// The most bytes that the server accepts; nil when it does not say.
  private func uploadLimit() async throws(RequestError) -> Int? {
    do throws(RequestError) {
      return try await network.request(.mediaConfiguration)["m.upload.size"]?.integer
    } catch {
      // A server older than version 1.11 of the specification.
      if error.status == 404 { return nil }
      throw error
    }
  }

  private static func error(_ code: String) -> RequestError {
    RequestError(operation: .send, reason: .refused, code: code)
  }
}

extension Endpoint where Response == MediaURI {
  /// Uploads a file.
  ///
  /// Source: Matrix client-server API, `POST /_matrix/media/v3/upload`.
  static func upload(_ file: FileBody, name: String) -> Endpoint {
    var endpoint = Endpoint(
      .send, .post, path: ["_matrix", "media", "v3", "upload"], query: [("filename", name)],
      isIdempotent: false, waitsWhenLimited: false, timeout: uploadTime, decode: address)
    endpoint.file = file
    endpoint.idleTimeout = .seconds(60)
    return endpoint
  }

  /// Reserves an address.
  ///
  /// Source: Matrix client-server API, `POST /_matrix/media/v1/create`.
  fileprivate static var createMedia: Endpoint {
    Endpoint(
      .send, .post, path: ["_matrix", "media", "v1", "create"], isIdempotent: true,
      waitsWhenLimited: false, decode: address)
  }

  private static func address(in response: HTTPResponse) throws -> MediaURI {
    let uri = try JSONValue(response.body)["content_uri"]?.string.flatMap { MediaURI($0) }
    guard let uri else {
      throw RequestError(operation: .send, reason: .malformedResponse(path: "$.content_uri"))
    }
    return uri
  }
}

extension Endpoint where Response == Void {
  /// Uploads a file to an address that was reserved for it.
  ///
  /// Source: Matrix client-server API, `PUT /_matrix/media/v3/upload/{serverName}/{mediaId}`.
  fileprivate static func upload(
    _ file: FileBody, name: String, to address: MediaURI
  ) -> Endpoint {
    var endpoint = Endpoint(
      .send, .put,
      path: ["_matrix", "media", "v3", "upload", address.serverName, address.mediaID],
      isIdempotent: false, waitsWhenLimited: false, timeout: uploadTime)
    endpoint.query = [("filename", name)]
    endpoint.file = file
    endpoint.idleTimeout = .seconds(60)
    return endpoint
  }
}

/// Large files over slow lines take hours.
private let uploadTime = Duration.seconds(6 * 3600)

extension Endpoint where Response == JSONValue {
  /// What the server accepts as uploads.
  ///
  /// Source: Matrix client-server API, `GET /_matrix/client/v1/media/config`.
  static var mediaConfiguration: Endpoint {
    Endpoint(
      .send, path: ["_matrix", "client", "v1", "media", "config"], waitsWhenLimited: false)
  }
}
