import Controllers
import MatrixWire
import ModelKit
import Models

extension Delivery {
  /// The result of one attempt to upload a file.
  enum Upload: Sendable {
    case uploaded(MediaURI)
    /// Why the event cannot be sent yet, or at all.
    case failed(Outcome)
  }

  /// Uploads the file of an event.
  ///
  /// An upload has no transaction: when its response was lost, the next attempt uploads the file again,
  /// and nobody ever sees the first copy.
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
      return .uploaded(try await network.request(.upload(file, name: upload.name)))
    } catch {
      // Another attempt would leave one more copy on the server for the same response.
      if case .malformedResponse = error.reason { return .failed(.refused(error)) }
      if error.status == 413 || error.code == "M_TOO_LARGE" {
        return .failed(.refused(Self.error(OutgoingEvent.fileTooLarge)))
      }
      return .failed(outcome(of: error))
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
      isIdempotent: false, waitsWhenLimited: false, timeout: .seconds(6 * 3600)
    ) { response in
      let uri = try JSONValue(response.body)["content_uri"]?.string.flatMap { MediaURI($0) }
      guard let uri else {
        throw RequestError(operation: .send, reason: .malformedResponse(path: "$.content_uri"))
      }
      return uri
    }
    endpoint.file = file
    endpoint.idleTimeout = .seconds(60)
    return endpoint
  }
}

extension Endpoint where Response == JSONValue {
  /// What the server accepts as uploads.
  ///
  /// Source: Matrix client-server API, `GET /_matrix/client/v1/media/config`.
  static var mediaConfiguration: Endpoint {
    Endpoint(
      .send, path: ["_matrix", "client", "v1", "media", "config"], waitsWhenLimited: false)
  }
}
