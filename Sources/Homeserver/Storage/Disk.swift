import Dispatch
import Glibc

/// File operations, which run outside Swift's cooperative threads because they block.
enum Disk {
  private static let queue = DispatchQueue(label: "homeserver.disk", attributes: .concurrent)

  /// The folder of uploaded content in a data folder.
  static func content(of dataDirectory: String) -> String { dataDirectory + "/media/files" }

  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result(catching: body)) }
    }
  }

  /// Makes a folder that only this user can enter; checks an existing one.
  static func makeFolder(_ path: String) throws {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw HomeserverError.system(path) }
    try PrivateFile.checkFolder(path)
  }

  /// The names in a folder.
  static func names(in folder: String) throws -> [String] {
    guard let handle = opendir(folder) else { throw DiskError("opendir") }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Makes a new file that only this user can read, and opens it for writing.
  static func create(_ path: String) throws -> CInt {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw DiskError("create") }
    return descriptor
  }

  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) throws {
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      let count = Glibc.write(descriptor, start, rest.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw DiskError("write")
      }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
  }

  /// Waits until the names in a folder are on the disk.
  static func synchronize(folder path: String) throws {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DiskError("open") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw DiskError("fsync") }
  }

  /// The bytes of a file; nil if it does not exist.
  ///
  /// - Parameter limit: The largest accepted size, in bytes.
  static func read(_ path: String, limit: Int) throws -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw DiskError("open")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw DiskError("fstat") }
    guard status.st_size <= limit else { throw DiskError("read", code: EFBIG) }
    let size = Int(status.st_size)
    return try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let read = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, size - count)
        if read < 0 {
          if errno == EINTR { continue }
          throw DiskError("read")
        }
        if read == 0 { break }
        count += read
      }
    }
  }
}

/// A failed system call; it names no path because it goes to the log.
struct DiskError: Error, Hashable, CustomStringConvertible {
  let operation: String
  let code: CInt

  init(_ operation: String, code: CInt = errno) {
    self.operation = operation
    self.code = code
  }

  var description: String { "\(operation): system error \(code)" }
}
