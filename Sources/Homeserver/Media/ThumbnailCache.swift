import Glibc
import Synchronization

/// The thumbnails that were made, as files; the oldest go when they become too many.
///
/// Nothing is lost with it: what is not there is made again.
final class ThumbnailCache: Sendable {
  /// The end of a PNG file: a file without it was cut off.
  ///
  /// Source: PNG specification, section 11.2.5.
  private static let ending: [UInt8] = [
    0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]
  /// What is kept for content of which none can be made.
  private static let nothing = Array("nothing".utf8)
  /// Far more than any thumbnail has.
  private static let maximumSize = 16 << 20

  private let folder: String
  private let limit: Int
  /// The bytes of all files; nil until they were counted.
  private let size = Mutex<Int?>(nil)

  /// - Parameter limit: Of all thumbnails, in bytes.
  init(folder: String, limit: Int) {
    self.folder = folder
    self.limit = limit
  }

  /// What is known of a thumbnail; nil when it was not made yet.
  func find(_ name: String) throws -> Thumbnailer.Answer? {
    guard let bytes = try Disk.read("\(folder)/\(name)", limit: Self.maximumSize) else {
      return nil
    }
    if bytes == Self.nothing { return .failure(.noThumbnail) }
    return bytes.suffix(Self.ending.count) == Self.ending[...] ? .success(bytes) : nil
  }

  /// Keeps what was found out; when that fails it is found out again.
  func keep(_ answer: Thumbnailer.Answer, as name: String) {
    let bytes = (try? answer.get()) ?? Self.nothing
    let path = "\(folder)/\(name)"
    do {
      let descriptor = try Disk.create(path + ".part")
      defer { close(descriptor) }
      try bytes.withUnsafeBytes { try Disk.write($0, to: descriptor) }
      guard rename(path + ".part", path) == 0 else { throw DiskError("rename") }
    } catch {
      unlink(path + ".part")
      return
    }
    makeRoom(for: bytes.count)
  }

  private func makeRoom(for count: Int) {
    size.withLock { size in
      // The first count finds the new file too.
      let total = size.map { $0 + count } ?? files().reduce(0) { $0 + $1.size }
      size = total > limit ? removeOldest() : total
    }
  }

  /// Leaves half of what may be there; returns what is left.
  private func removeOldest() -> Int {
    let files = files().sorted { $0.changed < $1.changed }
    var total = files.reduce(0) { $0 + $1.size }
    for file in files {
      guard total > limit / 2 else { break }
      guard unlink("\(folder)/\(file.name)") == 0 else { continue }
      total -= file.size
    }
    return total
  }

  private struct File {
    let name: String
    let size: Int
    /// Nanoseconds since 1970.
    let changed: Int
  }

  private func files() -> [File] {
    let names = (try? Disk.names(in: folder)) ?? []
    return names.compactMap { name in
      var status = stat()
      guard lstat("\(folder)/\(name)", &status) == 0 else { return nil }
      return File(
        name: name, size: Int(status.st_size),
        changed: Int(status.st_mtim.tv_sec) * 1_000_000_000 + Int(status.st_mtim.tv_nsec))
    }
  }
}
