import Foundation
import TestServers

/// The home folder of a program that hostile events send files to.
///
/// Where tests may mount, it has a folder on a disk of one megabyte, `full`, and one that cannot be written,
/// `readonly`, which only the program sees.
struct HostileHome {
  private static let mountPoints = ["full", "readonly"]
  private static let mountScript = """
    mount -t tmpfs -o size=1m,mode=700 tmpfs "$HOME/full" &&
      mount -t tmpfs -o ro tmpfs "$HOME/readonly" && exec "$0" "$@"
    """

  let url: URL

  init(at url: URL) throws {
    self.url = url
    for name in [""] + Self.mountPoints {
      try FileManager.default.createDirectory(
        at: url.appending(path: name), withIntermediateDirectories: false)
    }
  }

  /// What starts a program that sees the folders.
  func command(_ program: [String]) -> [String] {
    DiskStories.mayMount ? ["unshare", "-m", "sh", "-c", Self.mountScript] + program : program
  }

  /// Makes entries, by their paths: `text …`, `link to …` or `pipe`.
  func make(_ entries: [String: String]) throws {
    for (path, entry) in entries {
      let place = url.appending(path: path)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      if entry == "pipe" {
        mkfifo(place.path, 0o600)
      } else if entry.hasPrefix("link to ") {
        symlink(String(entry.dropFirst(8)), place.path)
      } else {
        try Data(entry.dropFirst(5).utf8).write(to: place)
      }
    }
  }

  /// All entries but folders, as a process sees them, in the form in which they are made.
  func entries(seenBy process: pid_t) -> [String: String] {
    let view = DiskStories.mayMount ? "/proc/\(process)/root" : ""
    let root = URL(fileURLWithPath: view + url.path, isDirectory: true)
    var entries: [String: String] = [:]
    for path in Self.paths(below: root) {
      let place = root.appending(path: path).path
      switch (try? FileManager.default.attributesOfItem(atPath: place))?[.type]
        as? FileAttributeType
      {
      case .typeDirectory?: break
      case .typeSymbolicLink?:
        let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: place)) ?? ""
        entries[path] = "link to \(target)"
      case .typeRegular?:
        let content = FileManager.default.contents(atPath: place) ?? Data()
        entries[path] = "text " + String(decoding: content.prefix(100), as: UTF8.self)
      default: entries[path] = "pipe"
      }
    }
    return entries
  }

  /// The paths of all entries; an enumerator leaves out what is mounted.
  private static func paths(below root: URL) -> [String] {
    ([""] + mountPoints).flatMap { folder -> [String] in
      let found = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
      let names = found?.allObjects as? [String] ?? []
      return names.map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
    }
  }

  /// Removes all entries.
  func clear() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: url.path)
    where !Self.mountPoints.contains(name) {
      try FileManager.default.removeItem(at: url.appending(path: name))
    }
  }
}
