import Foundation

/// A temporary folder for one test, removed with it.
final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "modelc-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // Folders without permissions could not be emptied.
    for name in FileManager.default.subpaths(atPath: url.path) ?? [] {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o700], ofItemAtPath: url(of: name).path)
    }
    try? FileManager.default.removeItem(at: url)
  }

  var path: String { url.path }

  func url(of name: String) -> URL { url.appending(path: name) }

  func path(of name: String) -> String { url(of: name).path }

  func write(_ text: String, to name: String) throws {
    try write(Data(text.utf8), to: name)
  }

  func write(_ data: Data, to name: String) throws {
    try makeFolder(url(of: name).deletingLastPathComponent())
    try data.write(to: url(of: name))
  }

  /// Writes an executable script.
  func write(script: String, to name: String) throws {
    try write("#!/bin/sh\n" + script + "\n", to: name)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: path(of: name))
  }

  /// Makes a link to another file or folder in it, which need not exist.
  func link(_ name: String, to target: String) throws {
    try makeFolder(url(of: name).deletingLastPathComponent())
    try FileManager.default.createSymbolicLink(
      atPath: path(of: name), withDestinationPath: path(of: target))
  }

  func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: url(of: name)), as: UTF8.self)
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(of: name)) }

  /// All files in it, sorted.
  var files: [String] {
    (FileManager.default.subpaths(atPath: url.path) ?? []).filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path(of: name), isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  func modification(of name: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: path(of: name))[.modificationDate] as? Date
  }

  private func makeFolder(_ url: URL) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }
}
