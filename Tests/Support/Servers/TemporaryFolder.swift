package import Foundation

/// A new folder that only this user can read, for the files of one test.
package struct TemporaryFolder {
  package let url: URL

  package init() throws {
    // The short path matters: a socket path is limited to little more than a hundred bytes.
    url = URL(fileURLWithPath: "/tmp/chat-tui-\(UUID().uuidString.prefix(13))", isDirectory: true)
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  /// Removes the folder and its contents.
  package func remove() {
    try? FileManager.default.removeItem(at: url)
  }

  package static func / (folder: TemporaryFolder, name: String) -> URL {
    folder.url.appendingPathComponent(name)
  }
}
