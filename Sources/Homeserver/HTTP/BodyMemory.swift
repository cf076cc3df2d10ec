import NIOCore
import Synchronization

/// Bounds the memory of bodies that are read whole, for each user and for all.
///
/// A tree takes several times the bytes of its text. It is given back with the request that this
/// belongs to.
final class BodyMemory: Sendable {
  /// How many bytes a byte of a text may become, roughly.
  private static let factor = 8

  private let memory: ResponseMemory
  private let user: UserID?
  private let hold = Mutex<ResponseHold?>(nil)

  /// - Parameter user: Nil for who is not signed in.
  init(_ memory: ResponseMemory, for user: UserID?) {
    self.memory = memory
    self.user = user
  }

  /// Reads a body when there is room for it; small ones need none.
  ///
  /// - Parameter limit: In bytes; a longer one is `M_TOO_LARGE`.
  func read(_ body: RequestBody, limit: Int) async throws -> ByteBuffer {
    let size = body.declaredLength ?? limit
    if size >= memory.bounds.least, size <= limit {
      let taken = try await memory.reserve(size * Self.factor, for: user)
      hold.withLock { $0 = taken }
    }
    return try await body.collect(limit: limit)
  }
}
