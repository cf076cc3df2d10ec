import Dispatch
import Glibc
import Synchronization

/// Encoded pictures on disk, evicted least recently used first.
///
/// Works on its own queue. When the folder is unusable, nothing is cached and each picture is
/// fetched anew.
final class PictureFiles: Sendable {
  private struct State {
    var isOpened = false
    var directory: AccountDirectory?
    var byteCount = 0
  }

  private let queue = DispatchQueue(label: "picture-files", qos: .utility)
  private let state = Mutex(State())
  private let path: String
  private let limit: Int

  /// Makes a cache in the folder at `path`; `limit` is in bytes.
  init(path: String, limit: Int) {
    self.path = path
    self.limit = limit
  }

  /// The content of a file; nil when the file is missing or unreadable.
  func read(_ name: String) async -> [UInt8]? {
    await run { files in
      guard let directory = files.opened(), let bytes = try? directory.read(name) else {
        return nil
      }
      directory.touch(name)
      return bytes
    }
  }

  func write(_ name: String, _ bytes: [UInt8]) async {
    await run { files in
      guard bytes.count <= files.limit, let directory = files.opened() else { return }
      // A full disk costs only the cache.
      guard (try? directory.write(name, bytes, durably: false)) != nil else { return }
      let total = files.state.withLock { state in
        state.byteCount += bytes.count
        return state.byteCount
      }
      if total > files.limit { files.shrink(directory) }
    }
  }

  func remove(_ name: String) async {
    await run { files in try? files.opened()?.remove(name) }
  }

  /// Removes all files and the folder; later reads and writes do nothing.
  func erase() async {
    await run { files in
      let directory = files.opened()
      files.state.withLock { state in
        state.isOpened = true
        state.directory = nil
      }
      for entry in (try? directory?.entries()) ?? [] { try? directory?.remove(entry.name) }
      rmdir(files.path)
    }
  }

  private func run<Value: Sendable>(
    _ work: @escaping @Sendable (PictureFiles) -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work(self)) }
    }
  }

  private func opened() -> AccountDirectory? {
    state.withLock { state in
      if state.isOpened { return state.directory }
      state.isOpened = true
      state.directory = try? AccountDirectory(path: path)
      let entries = (try? state.directory?.entries()) ?? []
      state.byteCount = entries.reduce(0) { $0 + $1.byteCount }
      return state.directory
    }
  }

  /// Evicts the least recently used files until a tenth of the limit is free.
  private func shrink(_ directory: AccountDirectory) {
    guard let entries = try? directory.entries() else { return }
    var total = entries.reduce(0) { $0 + $1.byteCount }
    for entry in entries.sorted(by: { $0.lastUse < $1.lastUse }) where total > limit / 10 * 9 {
      guard (try? directory.remove(entry.name)) != nil else { continue }
      total -= entry.byteCount
    }
    let rest = total
    state.withLock { $0.byteCount = rest }
  }
}
