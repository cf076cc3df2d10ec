import NIOCore
import Synchronization

/// Bounds the memory that bodies take which are read whole: for each user, and for all of them.
///
/// A tree takes several times the bytes of its text. What is taken is given back when the request is
/// answered and this is gone.
final class BodyMemory: Sendable {
  /// How many bytes a byte of a text may become, roughly.
  private static let factor = 8

  static var bounds: AnswerMemory.Bounds {
    var bounds = AnswerMemory.Bounds()
    bounds.perUser = 16 << 20
    return bounds
  }

  private let memory: AnswerMemory
  private let user: UserID?
  private let hold = Mutex<AnswerHold?>(nil)

  /// - Parameter user: Nil for who is not signed in.
  init(_ memory: AnswerMemory, for user: UserID?) {
    self.memory = memory
    self.user = user
  }

  /// Reads a body when there is room for it; small ones need none.
  ///
  /// - Parameter limit: In bytes; a longer one is `M_TOO_LARGE`.
  func read(_ body: CallBody, limit: Int) async throws -> ByteBuffer {
    let size = body.declaredLength ?? limit
    guard size >= memory.bounds.least, size <= limit else {
      return try await body.collect(limit: limit)
    }
    let taken = try await memory.reserve(size * Self.factor, for: user)
    hold.withLock { $0 = taken }
    taken.begin(cut: body.cut)
    let bytes = try await body.collect(limit: limit) { taken.progress($0) }
    taken.keep()
    return bytes
  }
}
