import Glibc
import Synchronization

/// The text of a file in memory: the system reads its pages when they are used.
final class MappedText: Sendable {
  /// How many bytes are read before their memory is given back.
  static let stride = 1 << 20

  let count: Int
  // Unsafe because pointers are not Sendable: the memory is only read, and it is mapped as long as
  // this object lives.
  nonisolated(unsafe) let base: UnsafeMutableRawPointer
  private let length: Int
  private let lastDrop = Atomic(0)

  /// Maps a file, followed by zero bytes; nil when it is empty or the system cannot map it.
  init?(_ file: Int32, padding: Int) {
    var status = stat()
    guard fstat(file, &status) == 0, status.st_size > 0 else { return nil }
    let page = Int(getpagesize())
    count = Int(status.st_size)
    length = (count + padding + page - 1) / page * page
    // The pages behind the file are anonymous: to read behind a mapped file would end the program.
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    guard let base = mmap(nil, length, PROT_READ, flags, -1, 0), base != MAP_FAILED else {
      return nil
    }
    self.base = base
    guard mmap(base, count, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, 0) != MAP_FAILED else {
      munmap(base, length)
      return nil
    }
  }

  deinit { munmap(base, length) }

  /// Gives memory back when a reader is far from where it was the last time.
  ///
  /// What is read again comes from the file again.
  func passed(_ offset: Int) {
    let last = lastDrop.load(ordering: .relaxed)
    guard abs(offset - last) >= Self.stride else { return }
    lastDrop.store(offset, ordering: .relaxed)
    madvise(base, length, MADV_DONTNEED)
  }
}
