import Controllers
import Foundation
import Matrix
import Signals
import SignalsTesting

/// The files of one user of the program, and session controllers on them.
///
/// Each controller stands for one process in a test.
@MainActor
final class SessionFolder {
  let folder: TemporaryFolder
  let scheduler = TestScheduler()

  init() throws {
    folder = try TemporaryFolder()
  }

  func controller(
    _ transport: any HTTPTransport, use: SessionUse = .screen
  ) -> MatrixSessionController {
    let options = MatrixSessionController.Options(
      dataDirectory: folder.path + "/data", cacheDirectory: folder.path + "/cache", use: use)
    return MatrixSessionController(options: options, transport: transport, scheduler: scheduler)
  }

  /// The paths of all files below the folder, relative to it.
  var files: [String] {
    let enumerator = FileManager.default.enumerator(atPath: folder.path)
    return (enumerator?.allObjects as? [String] ?? []).filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(
        atPath: folder.path + "/" + path, isDirectory: &isFolder) && !isFolder.boolValue
    }
  }

  /// The one `session.json`, if there is one.
  var sessionFile: String? {
    files.first { $0.hasSuffix("/session.json") }.map { folder.path + "/" + $0 }
  }

  func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}

extension MatrixSessionController {
  /// The stored session, or nil; waits for it.
  func restored() async throws(RequestError) -> Session? {
    try await restore().first() ?? nil
  }
}
