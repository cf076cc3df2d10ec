import Foundation

/// A new folder that only this user can read, for the files of one test.
struct TemporaryFolder {
  let url: URL

  init() throws {
    // The short path matters: a socket's path has little more than a hundred bytes.
    url = URL(fileURLWithPath: "/tmp/chat-tui-\(UUID().uuidString.prefix(13))", isDirectory: true)
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  /// Removes the folder with all that is in it.
  func remove() {
    try? FileManager.default.removeItem(at: url)
  }

  static func / (folder: TemporaryFolder, name: String) -> URL {
    folder.url.appendingPathComponent(name)
  }
}
