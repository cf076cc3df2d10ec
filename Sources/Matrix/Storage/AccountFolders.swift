import Models

/// The folders of this program's accounts, and the file that names the account in use.
///
/// Calls block on the disk.
struct AccountFolders: Sendable {
  private static let pointerName = "current"
  private static let thisMachine = "this-machine"
  let dataDirectory: String
  let cacheDirectory: String

  var root: String { dataDirectory + "/accounts" }
  var pointerPath: String { root + "/" + Self.pointerName }

  /// The folder of an account, made when absent.
  ///
  /// A nil server means this machine's own, whose address may change.
  func folder(of user: UserID, on server: ServerAddress?) throws(StorageError) -> AccountDirectory {
    try AccountDirectory(path: folderPath(of: user, on: server))
  }

  /// The path of an account's folder, whether or not it exists.
  func folderPath(of user: UserID, on server: ServerAddress?) throws(StorageError) -> String {
    root + "/" + (try name(user, server))
  }

  /// The folder that caches an account's pictures.
  func pictureFolder(of user: UserID, on server: ServerAddress?) throws(StorageError) -> String {
    cacheDirectory + "/accounts/" + (try name(user, server)) + "/media"
  }

  /// The folder for an account's files that other programs open.
  func openedFolder(of user: UserID, on server: ServerAddress?) throws(StorageError) -> String {
    cacheDirectory + "/accounts/" + (try name(user, server)) + "/opened"
  }

  /// The folder of the account in use; nil when nobody is signed in.
  func current() throws(StorageError) -> AccountDirectory? {
    let root = try AccountDirectory(path: root)
    guard let bytes = try root.read(Self.pointerName) else { return nil }
    let name = String(decoding: bytes, as: UTF8.self)
    guard FileName.isName(name) else {
      throw StorageError(
        path: pointerPath,
        problem: .damaged(at: "not a folder name", toGoOn: "without it"))
    }
    return try AccountDirectory(path: self.root + "/" + name)
  }

  func makeCurrent(_ user: UserID, on server: ServerAddress?) throws(StorageError) {
    let name = try name(user, server)
    try AccountDirectory(path: root).write(Self.pointerName, Array(name.utf8))
  }

  func clearCurrent() throws(StorageError) {
    try AccountDirectory(path: root).remove(Self.pointerName)
  }

  /// Whether a folder's name is that of an account on this machine's server.
  static func isOfThisMachine(_ name: String) -> Bool {
    name.split(separator: ",").last.map(String.init) == thisMachine
  }

  /// Whether a folder's name is that of an account of a user, on whichever server.
  static func isFolder(_ path: String, of user: UserID) -> Bool {
    let name = path.split(separator: "/").last?.split(separator: ",").first
    return name.map(String.init) == FileName.joining([String(user.rawValue.dropFirst())])
  }

  /// A name that a user recognises and that no foreign identifier can manipulate.
  ///
  /// Fails with `.nameTooLong`.
  private func name(_ user: UserID, _ server: ServerAddress?) throws(StorageError) -> String {
    let parts = [String(user.rawValue.dropFirst()), server?.description ?? Self.thisMachine]
    guard let name = FileName.joining(parts) else {
      throw StorageError(path: "\(root)/\(user)", problem: .nameTooLong)
    }
    return name
  }
}
