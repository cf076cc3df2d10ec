import Controllers
import ModelKit
import Models
import Synchronization

/// The most bytes that the server accepts for a file, asked for once.
final class UploadLimit: Sendable {
  /// No server accepts less, so small files are asked about without the network.
  static let harmless = 1_000_000
  /// A question must not wait long; without an answer, the server says at the upload what it refuses.
  private static let patience = Duration.seconds(3)

  private let network: MatrixNetworkController
  private let known = Mutex<Int?>(nil)

  init(network: MatrixNetworkController) { self.network = network }

  /// Fails for the first file that the server would refuse; a picture can still be made smaller.
  func check(_ files: [LocalFile]) async throws(RequestError) -> [LocalFile] {
    let large = files.filter { $0.byteCount > Self.harmless && !$0.isPicture }
    guard !large.isEmpty, let limit = await limit(),
      let file = large.first(where: { $0.byteCount > limit })
    else { return files }
    throw RequestError(
      operation: .send, reason: .unusableFile(.tooLarge(limit: limit), path: file.path))
  }

  private func limit() async -> Int? {
    if let known = known.withLock({ $0 }) { return known }
    var endpoint = Endpoint.mediaConfiguration
    endpoint.timeout = Self.patience
    guard let answer = try? await network.request(endpoint),
      let limit = answer["m.upload.size"]?.integer, limit > 0
    else { return nil }
    known.withLock { $0 = limit }
    return limit
  }
}
