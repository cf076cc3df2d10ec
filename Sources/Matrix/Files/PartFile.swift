import CSodium
import Glibc
import LocalSystem
import Models

/// The hidden file into which some content is received, with a note beside it of what the whole is.
///
/// Both stay when the program is killed, so that the next one can go on. One program at a time has them: its
/// lock ends with the file.
struct PartFile: Sendable {
  private static let longestNote = 512
  static let prefix = ".chat-tui."
  static let partSuffix = ".part"
  static let noteSuffix = ".note"

  let name: String
  private let noteName: String
  private let folder: FileDescriptor
  let file: FileDescriptor

  /// The part of the content of an address in a folder; nil when another one has it, or a stranger's file
  /// is in its place.
  init?(of source: MediaURI, in folder: FileDescriptor) {
    let key = Self.key(of: source)
    name = Self.prefix + key + Self.partSuffix
    noteName = Self.prefix + key + Self.noteSuffix
    self.folder = folder
    let opened = try? PrivateFiles.open(name, in: folder, path: name, O_RDWR | O_CREAT)
    guard let opened, (try? SystemLock.take(opened.number)) == true else { return nil }
    file = opened
    // Whoever had the lock before may have given the file its name meanwhile.
    var (mine, named) = (stat(), stat())
    guard fstat(file.number, &mine) == 0,
      fstatat(folder.number, name, &named, AT_SYMLINK_NOFOLLOW) == 0, mine.st_ino == named.st_ino
    else { return nil }
  }

  /// A part that nobody else finds, nor this program later; nil, with `errno`, when the folder takes none.
  init?(number: Int, in folder: FileDescriptor) {
    let key = "\(getpid()).\(number)"
    name = Self.prefix + key + Self.partSuffix
    noteName = Self.prefix + key + Self.noteSuffix
    self.folder = folder
    // A program that was killed may have left a file of that name.
    unlinkat(folder.number, name, 0)
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let made = openat(folder.number, name, flags, 0o600)
    guard made >= 0 else { return nil }
    file = FileDescriptor(made)
  }

  /// How many bytes an earlier download left, and of what; nil when they are of no use.
  var rest: (received: Int, content: KnownContent)? {
    var status = stat()
    guard fstat(file.number, &status) == 0, status.st_size > 0,
      let note = try? PrivateFiles.open(noteName, in: folder, path: noteName, O_RDONLY),
      let bytes = try? PrivateFiles.readAll(note, path: noteName, limit: Self.longestNote),
      let content = KnownContent(String(decoding: bytes, as: UTF8.self)),
      status.st_size < content.byteCount
    else { return nil }
    return (Int(status.st_size), content)
  }

  /// Notes what the whole is; without a note, the next download starts afresh.
  func note(_ content: KnownContent?) {
    unlinkat(folder.number, noteName, 0)
    guard let content,
      let note = try? PrivateFiles.open(
        noteName, in: folder, path: noteName, O_WRONLY | O_CREAT | O_EXCL)
    else { return }
    try? PrivateFiles.writeAll(note, Array(content.text.utf8), path: noteName)
  }

  /// Removes the note, and the file too unless it has its name.
  func remove(isNamed: Bool) {
    if !isNamed { unlinkat(folder.number, name, 0) }
    unlinkat(folder.number, noteName, 0)
  }

  /// The same for the same address, and for no other that anybody could find.
  private static func key(of source: MediaURI) -> String {
    let text = Array(source.rawValue.utf8)
    var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    crypto_hash_sha256(&hash, text, UInt64(text.count))
    return hash.prefix(16).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
