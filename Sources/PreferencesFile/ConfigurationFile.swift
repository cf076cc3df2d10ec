import Controllers
import Glibc
import LocalSystem

/// The file of the preferences on the disk.
package struct ConfigurationFile: Sendable {
  /// A larger file is none that somebody has written.
  package static let mostBytes = 64 << 10

  package let path: String

  /// Takes an absolute path.
  package init(path: String) { self.path = path }

  /// Whether there is something at the path, if only a link that leads nowhere.
  package var exists: Bool { access(path, F_OK) == 0 || isLink }

  private var isLink: Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The folder that a link leads into, when it is not there: to make it would put a file where nobody expects
  /// one.
  private var missingTarget: String? {
    guard isLink else { return nil }
    let folder = Self.folder(of: Self.target(of: path))
    return access(folder, F_OK) == 0 ? nil : folder
  }

  private static func folder(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }

  /// The content; nil when there is no file.
  func bytes() throws(PreferenceFailure) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      let number = errno
      guard number == ENOENT || number == ENOTDIR else { throw PreferenceFailure(number) }
      if let place = missingTarget {
        throw .system("it is a link into the folder \(place), which is not there")
      }
      return nil
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .last }
    // Such as a folder, or a pipe that nobody writes to.
    guard status.st_mode & S_IFMT == S_IFREG else { throw .system("it is no file") }
    var bytes = [UInt8](repeating: 0, count: Self.mostBytes + 1)
    var count = 0
    while count < bytes.count {
      let read = bytes.withUnsafeMutableBytes {
        Glibc.read(file, $0.baseAddress?.advanced(by: count), $0.count - count)
      }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw .last }
      if read == 0 { break }
      count += read
    }
    guard count <= Self.mostBytes else { throw .tooLarge }
    return Array(bytes.prefix(count))
  }

  /// Reads the preferences; those of a file that cannot be read are the usual ones.
  package func read() -> ReadPreferences {
    do throws(PreferenceFailure) {
      return try bytes().map { ReadPreferences($0) } ?? ReadPreferences()
    } catch {
      var result = ReadPreferences()
      result.problems = [PreferenceProblem(place: nil, key: "", reason: Self.reason(error))]
      return result
    }
  }

  private static func reason(_ failure: PreferenceFailure) -> PreferenceProblem.Reason {
    if case .system(let cause) = failure { .unreadable(cause) } else { .tooLarge }
  }

  /// Makes the folder of the file, if it can be made.
  func makeFolder() {
    let folder = Self.folder(of: path)
    try? PrivateFileSystem.makeFolders(folder)
  }

  /// Writes a value into the file, which is made when there is none.
  func set(_ name: String, in table: String, to value: PreferenceValue) throws(PreferenceFailure) {
    let old = try bytes() ?? []
    let document: TOMLDocument
    do throws(TOMLDocument.SyntaxError) {
      document = try TOMLDocument(old)
    } catch {
      throw .damaged(line: error.place.line)
    }
    if let entry = document.entry(at: [table, name]), PreferenceValue(entry.value) == value {
      return
    }
    guard let new = TOMLEdit(document).setting(name, in: table, to: value) else {
      throw .uneditable
    }
    try replace(with: new)
  }

  /// Puts a new file in the place of the old one, so that no reader sees half of it.
  private func replace(with bytes: [UInt8]) throws(PreferenceFailure) {
    guard bytes.count <= Self.mostBytes else { throw .tooLarge }
    let target = Self.target(of: path)
    let folder = Self.folder(of: target)
    do throws(PrivateFileSystem.Failure) {
      try PrivateFileSystem.makeFolders(folder)
    } catch {
      if case .system(let number) = error.reason { throw PreferenceFailure(number) }
      throw PreferenceFailure(EACCES)
    }
    let new = "\(folder)/.\(target[folder.endIndex...].dropFirst()).\(getpid())"
    unlink(new)
    let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .last }
    let error = Self.write(bytes, to: file)
    close(file)
    guard error == 0, rename(new, target) == 0 else {
      let number = error == 0 ? errno : error
      unlink(new)
      throw PreferenceFailure(number)
    }
  }

  /// Writes all bytes to the disk; returns the system's error, or 0.
  private static func write(_ bytes: [UInt8], to file: Int32) -> Int32 {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes {
        Glibc.write(file, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return errno }
      start += count
    }
    return fsync(file) == 0 ? 0 : errno
  }

  /// The file that a link leads to: managers of such files keep them elsewhere.
  static func target(of path: String) -> String {
    var path = path
    // As many as the system follows.
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &buffer, buffer.count)
      guard count > 0 else { break }
      let link = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
      path = link.hasPrefix("/") ? link : "\(folder)/\(link)"
    }
    return path
  }
}

extension PreferenceFailure {
  /// What the system reported last.
  fileprivate static var last: Self { Self(errno) }

  fileprivate init(_ number: Int32) { self = .system(String(cString: strerror(number))) }
}
