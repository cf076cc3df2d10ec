import Dispatch
import Glibc
import Imaging
import Synchronization

/// Makes thumbnails of pictures and keeps them.
///
/// Few are made at the same time, on threads of their own; who wants one that is just being made
/// waits for that one.
final class Thumbnailer: Sendable {
  typealias Answer = Result<[UInt8], MatrixError>

  /// How many are made at the same time: decoding a large picture takes much memory.
  private static let concurrency = 2
  /// How many may wait to be made.
  private static let capacity = 200
  /// What a picture may cost.
  private static let limits = ImageLimits(maxBytes: 32 << 20, maxPixels: 40_000_000)

  private struct Job: Sendable {
    let name: String
    let path: String
    let shape: ThumbnailShape
  }

  private struct State {
    var waiters: [String: [CheckedContinuation<Answer, Never>]] = [:]
    var jobs: [Job] = []
    var running = 0
    var made = 0
  }

  private let queue = DispatchQueue(
    label: "homeserver.thumbnails", qos: .utility, attributes: .concurrent)
  private let cache: ThumbnailCache
  private let state = Mutex(State())

  /// - Parameter folder: Where to keep them.
  init(folder: String, cacheLimit: Int = 256 << 20) {
    cache = ThumbnailCache(folder: folder, limit: cacheLimit)
  }

  /// How many were made since the start.
  var madeCount: Int { state.withLock { $0.made } }

  /// The thumbnail of a picture, as PNG.
  ///
  /// - Throws: `M_UNKNOWN` for what is no picture that can be decoded, `M_TOO_LARGE` for what would
  ///   cost too much, `M_LIMIT_EXCEEDED` when too many wait.
  func thumbnail(of id: MediaID, at path: String, shape: ThumbnailShape) async throws -> [UInt8] {
    let job = Job(name: "\(id.text)-\(shape.text)", path: path, shape: shape)
    let answer: Answer
    if let kept = try await Disk.run({ [cache] in try cache.find(job.name) }) {
      answer = kept
    } else {
      answer = await withCheckedContinuation { continuation in enqueue(job, continuation) }
    }
    return try answer.get()
  }

  private func enqueue(_ job: Job, _ continuation: CheckedContinuation<Answer, Never>) {
    let isRefused = state.withLock { state in
      if state.waiters[job.name] != nil {
        state.waiters[job.name]?.append(continuation)
        return false
      }
      guard state.jobs.count < Self.capacity else { return true }
      state.waiters[job.name] = [continuation]
      state.jobs.append(job)
      return false
    }
    if isRefused {
      continuation.resume(returning: .failure(.limited(retryAfter: 1000)))
    } else {
      startNext()
    }
  }

  private func startNext() {
    let job = state.withLock { state -> Job? in
      guard state.running < Self.concurrency, !state.jobs.isEmpty else { return nil }
      state.running += 1
      return state.jobs.removeFirst()
    }
    guard let job else { return }
    queue.async { self.run(job) }
  }

  private func run(_ job: Job) {
    let answer: Answer
    do {
      // It may have been made between the look at the cache and the queue.
      answer = try cache.find(job.name) ?? make(job)
    } catch {
      answer = .failure((error as? MatrixError) ?? .internalError)
    }
    let waiters = state.withLock { state in
      state.running -= 1
      return state.waiters.removeValue(forKey: job.name) ?? []
    }
    for waiter in waiters { waiter.resume(returning: answer) }
    startNext()
  }

  private func make(_ job: Job) throws -> Answer {
    state.withLock { $0.made += 1 }
    do {
      guard let source = try Disk.read(job.path, limit: Self.limits.maxBytes) else {
        throw MatrixError.noContent
      }
      let bytes = try Self.encoded(source, job.shape)
      cache.keep(.success(bytes), as: job.name)
      return .success(bytes)
    } catch let error as ImagingError {
      guard error != .tooManyPixels else { return .failure(.tooLargeForThumbnail) }
      cache.keep(.failure(.noThumbnail), as: job.name)
      return .failure(.noThumbnail)
    } catch let error as DiskError where error.code == EFBIG {
      return .failure(.tooLargeForThumbnail)
    }
  }

  private static func encoded(_ source: [UInt8], _ shape: ThumbnailShape) throws -> [UInt8] {
    switch shape.method {
    case .scale:
      return try ImageDecoder.decode(source, limits: limits, fitting: shape.size).pngData()
    case .crop:
      let bitmap = try ImageDecoder.decode(source, limits: limits, covering: shape.size)
      // A picture that does not cover the size is not enlarged: it keeps its pixels, cut to the
      // proportions of the size.
      return try bitmap.scaled(toFill: shape.size.scaledDown(toFit: bitmap.size)).pngData()
    }
  }
}

extension PixelSize {
  /// The largest size of these proportions, no larger than this one, that fits into another.
  fileprivate func scaledDown(toFit other: PixelSize) -> PixelSize {
    width <= other.width && height <= other.height ? self : scaled(toFit: other)
  }
}

extension MatrixError {
  static let noThumbnail = MatrixError(
    400, "M_UNKNOWN", "this content has no thumbnail: it is no picture that can be read")
  static let tooLargeForThumbnail = MatrixError.tooLarge("the picture is too large for a thumbnail")
}
