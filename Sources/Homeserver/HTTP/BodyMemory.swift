import NIOCore
import Synchronization

/// Bounds the memory of the bodies that the server reads whole, for each user and in all.
///
/// The reservation ends with the request that owns this object.
final class BodyMemory: Sendable {
  /// The approximate size of a decoded tree relative to its text.
  private static let factor = 8

  private let memory: ResponseMemory
  private let user: UserID?
  private let hold = Mutex<ResponseHold?>(nil)

  /// - Parameter user: Nil for clients that are not signed in.
  init(_ memory: ResponseMemory, for user: UserID?) {
    self.memory = memory
    self.user = user
  }

  /// Reads a body once there is memory for it; small bodies need no reservation.
  ///
  /// - Parameter limit: In bytes; a longer body is `M_TOO_LARGE`.
  func read(_ body: RequestBody, limit: Int) async throws -> ByteBuffer {
    let size = body.declaredLength ?? limit
    if size >= memory.bounds.least, size <= limit {
      let taken = try await memory.reserve(size * Self.factor, for: user)
      hold.withLock { $0 = taken }
    }
    let bytes = try await body.collect(limit: limit)
    // A client that did not declare the length must not hold the limit while its request waits for
    // news.
    hold.withLock { $0?.settle(bytes.readableBytes * Self.factor) }
    return bytes
  }
}
