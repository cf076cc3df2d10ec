import Controllers
import Glibc
import Models

/// The folders of this program's accounts, and the file that names the account in use.
///
/// Calls block on the disk.
struct AccountFolders: Sendable {
  private static let pointerName = "current"
  static let thisMachine = "this-machine"
  let dataDirectory: String
  let cacheDirectory: String

  var root: String { dataDirectory + "/accounts" }
  var pointerPath: String { root + "/" + Self.pointerName }

  /// The path of an account's folder, whether or not it exists.
  func folderPath(of account: AccountID) throws(StorageError) -> String {
    root + "/" + (try name(of: account))
  }

  /// The folder that caches an account's pictures.
  func pictureFolder(of account: AccountID) throws(StorageError) -> String {
    cacheDirectory + "/accounts/" + (try name(of: account)) + "/media"
  }

  /// The folder for an account's files that other programs open.
  func openedFolder(of account: AccountID) throws(StorageError) -> String {
    cacheDirectory + "/accounts/" + (try name(of: account)) + "/opened"
  }

  /// The folder of an account, made when absent.
  func folder(of account: AccountID) throws(StorageError) -> AccountDirectory {
    try AccountDirectory(path: folderPath(of: account))
  }

  /// Removes the folder of an account with all its files.
  func remove(_ account: AccountID) throws(StorageError) {
    try unlist(account)
    let directory = try folder(of: account)
    for entry in try directory.entries() { try directory.remove(entry.name) }
    guard rmdir(directory.path) == 0 else { throw PrivateFiles.systemError(directory.path) }
  }

  /// The folder of the account in use; nil when nobody is signed in.
  func current() throws(StorageError) -> AccountDirectory? {
    guard let name = try currentName(in: AccountDirectory(path: root)) else { return nil }
    return try AccountDirectory(path: root + "/" + name)
  }

  /// The name of the folder of the account in use.
  func currentName(in root: AccountDirectory) throws(StorageError) -> String? {
    guard let bytes = try root.read(Self.pointerName) else { return nil }
    let name = String(decoding: bytes, as: UTF8.self)
    guard FileName.isName(name) else {
      throw StorageError(
        path: pointerPath,
        problem: .damaged(at: "not a folder name", toGoOn: "without it"))
    }
    return name
  }

  /// Makes an account the one in use; the last one stays in the list.
  func makeCurrent(_ account: AccountID) throws(StorageError) {
    try list(account)
    try setCurrent(try name(of: account))
  }

  /// Stores the name of the folder in use; nil for none.
  func setCurrent(_ name: String?) throws(StorageError) {
    let root = try AccountDirectory(path: root)
    guard let name else { return try root.remove(Self.pointerName) }
    try root.write(Self.pointerName, Array(name.utf8))
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

  /// The user whose account has a folder; nil when it is no account's.
  static func owner(of path: String) -> UserID? {
    path.split(separator: "/").last.flatMap { account(named: String($0)) }?.userID
  }

  /// A name that a user recognises and that no foreign identifier can manipulate.
  ///
  /// Fails with `.nameTooLong`.
  func name(of account: AccountID) throws(StorageError) -> String {
    let user = account.userID.rawValue
    guard
      let name = FileName.joining([String(user.dropFirst()), account.server ?? Self.thisMachine])
    else { throw StorageError(path: "\(root)/\(user)", problem: .nameTooLong) }
    return name
  }
}
