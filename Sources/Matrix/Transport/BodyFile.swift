import Glibc
import ModelKit
import Synchronization

/// The folder for large bodies while they are read.
package struct BodyFolder: Sendable {
  private static let count = Atomic(0)
  private let folder: FileDescriptor

  init(_ folder: FileDescriptor) { self.folder = folder }

  /// Makes a file without a name, which ends with its last user; nil when the disk does not take it.
  func makeFile() -> BodyFile? {
    let number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
    let name = ".body.\(getpid()).\(number).tmp"
    // A program that was killed may have left a file of that name.
    unlinkat(folder.number, name, 0)
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = openat(folder.number, name, flags, 0o600)
    guard file >= 0 else { return nil }
    unlinkat(folder.number, name, 0)
    return BodyFile(FileDescriptor(file))
  }
}

extension AccountDirectory {
  /// The folder for large responses while they are read.
  package var bodyFolder: BodyFolder { BodyFolder(descriptor) }
}

/// A body on disk, without a name that others could open.
///
/// A response of hundreds of megabytes would otherwise fill the memory.
package final class BodyFile: Sendable {
  private let file: FileDescriptor

  fileprivate init(_ file: FileDescriptor) { self.file = file }

  /// Adds bytes; false when the disk does not take them.
  func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = UnsafeRawBufferPointer(rebasing: rest).withMemoryRebound(to: UInt8.self) {
        write(file.number, $0.baseAddress, $0.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return false
      }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// The first bytes; nil when they cannot be read.
  func bytes(_ count: Int) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        let base = buffer.baseAddress.map { $0 + done }
        let read = pread(file.number, base, count - done, off_t(done))
        if read < 0, errno == EINTR { continue }
        guard read > 0 else { return }
        done += read
      }
    }
    return bytes.count == count ? bytes : nil
  }

  /// The text of the body, which stays on disk; nil when the system cannot map it.
  ///
  /// - Throws: `JSONError` when it is not UTF-8.
  func document() throws(JSONError) -> JSONDocument? {
    try JSONDocument(file: file.number)
  }
}
