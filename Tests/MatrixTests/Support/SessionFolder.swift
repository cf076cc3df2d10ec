import Controllers
import Foundation
import Signals
import SignalsTesting

@testable import Matrix

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

  /// The folders of the accounts that have a vault.
  func accounts() throws -> [AccountDirectory] {
    try files.filter { $0.hasSuffix("/vault.sqlite") }.sorted().map { vault in
      try AccountDirectory(path: folder.path + "/" + vault.dropLast("/vault.sqlite".count))
    }
  }

  /// The stored sessions of all accounts.
  func storedSessions() throws -> [StoredSession] {
    try accounts().compactMap { try StoredSession.load(from: $0) }
  }

  /// The access token of the one stored session.
  func accessToken() throws -> String? {
    try storedSessions().first?.tokens?.access.reveal()
  }

  /// The content of a file; empty when there is none.
  func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }

  /// The names of the files that contain a text.
  func files(containing text: String) -> [String] {
    files.filter { name in
      FileManager.default.contents(atPath: folder.path + "/" + name)?
        .range(of: Data(text.utf8)) != nil
    }
  }
}

extension MatrixSessionController {
  /// Signs out the account in front.
  func signOut() -> Signal<Void, RequestError> {
    session.value.map { signOut($0.id) } ?? .empty
  }

  /// The stored session, or nil; waits for it.
  func restored() async throws(RequestError) -> Session? {
    try await restore().first() ?? nil
  }
}
