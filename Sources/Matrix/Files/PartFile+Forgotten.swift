import Glibc
import LocalSystem

/// The parts of downloads with which nobody went on.
extension PartFile {
  /// After so many seconds, about a month, nobody goes on with a download.
  static let longestRest = 30 * 86_400

  /// Removes the parts in a folder, with their notes, to which nothing was added for a month.
  ///
  /// The part of a running download stays: its program has its lock.
  static func removeForgotten(in folder: FileDescriptor, now: Int = time(nil)) {
    let names = forgotten(in: folder, before: now - longestRest)
    // The parts, then the notes that no part needs.
    for name in names.sorted(by: { $0.hasSuffix(partSuffix) && !$1.hasSuffix(partSuffix) }) {
      let part = try? PrivateFiles.open(name, in: folder, path: name, O_RDONLY)
      guard let part, (try? SystemLock.take(part.number)) == true else { continue }
      if name.hasSuffix(noteSuffix) {
        let owner = name.dropLast(noteSuffix.utf8.count) + partSuffix
        // A part that is newer than its note grows.
        guard faccessat(folder.number, String(owner), F_OK, 0) != 0 else { continue }
      }
      unlinkat(folder.number, name, 0)
    }
  }

  /// The parts and notes whose last change is earlier than a time, in seconds since 1970.
  private static func forgotten(in folder: FileDescriptor, before end: Int) -> [String] {
    let again = openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard again >= 0, let directory = fdopendir(again) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasPrefix(prefix), name.hasSuffix(partSuffix) || name.hasSuffix(noteSuffix)
      else { continue }
      var status = stat()
      guard fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
        status.st_mode & S_IFMT == S_IFREG, status.st_uid == getuid(),
        status.st_mtim.tv_sec < end
      else { continue }
      names.append(name)
    }
    return names
  }
}
