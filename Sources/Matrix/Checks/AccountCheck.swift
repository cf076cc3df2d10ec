package import Controllers
import Glibc

/// What a look at the files of an account found; it changes none of them.
package struct AccountCheck: Hashable, Sendable {
  /// A database of an account.
  package enum Database: Hashable, Sendable {
    case absent
    case sound
    /// It cannot be used, for this reason.
    case unusable(String)
  }

  /// The account.
  package var account: AccountID
  /// The path of its folder.
  package var folder: String
  /// Whether the next start connects it.
  package var isConnected: Bool
  /// Whether its server has ended the session, as far as its vault knows, and it waits for a sign-in.
  package var isSignedOut: Bool
  /// The process whose screen has it open; nil when none has.
  package var holder: Int32?
  /// Why its files must not be used; nil when nothing is wrong with them.
  package var exposure: String?
  /// Why nothing can be written into its folder, as on a file system that is read only; nil when it can.
  package var writeObstacle: String?
  /// What no server can give back.
  package var vault: Database
  /// What the server can give again.
  package var cache: Database

  /// Creates what a look found.
  package init(
    account: AccountID, folder: String, isConnected: Bool, isSignedOut: Bool = false,
    holder: Int32?, exposure: String?, writeObstacle: String? = nil, vault: Database,
    cache: Database
  ) {
    self.account = account
    self.folder = folder
    self.isConnected = isConnected
    self.isSignedOut = isSignedOut
    self.holder = holder
    self.exposure = exposure
    self.writeObstacle = writeObstacle
    self.vault = vault
    self.cache = cache
  }

  /// Looks at all accounts that are kept in a folder, which may be absent.
  package static func all(dataDirectory: String) throws(StorageError) -> [AccountCheck] {
    // The cache of pictures has no part in this.
    let folders = AccountFolders(dataDirectory: dataDirectory, cacheDirectory: dataDirectory)
    guard access(folders.root, F_OK) == 0 else { return [] }
    return try folders.listed().compactMap { listed in
      AccountFolders.account(named: listed.name).map {
        AccountCheck($0, isConnected: listed.isConnected, in: folders, folder: listed.name)
      }
    }
  }

  private init(
    _ account: AccountID, isConnected: Bool, in folders: AccountFolders, folder name: String
  ) {
    let path = folders.root + "/" + name
    let exposure = folders.exposure(of: path)
    self.init(
      account: account, folder: path, isConnected: isConnected,
      isSignedOut: Self.isSignedOut(path), holder: folders.holder(of: path),
      exposure: exposure?.description, writeObstacle: Self.writeObstacle(of: path),
      vault: Self.check(Vault.fileName, in: path),
      cache: Self.check(AccountDirectory.cacheName, in: path))
  }

  /// False also where the vault does not say; a damaged one is told as such.
  private static func isSignedOut(_ folder: String) -> Bool {
    guard access(folder, F_OK) == 0, let directory = try? AccountDirectory(path: folder) else {
      return false
    }
    let vault = DatabaseFile(directory: directory, name: Vault.fileName)
    guard let size = try? vault.size(), size > 0 else { return false }
    return (try? vault.hasEndedSession()) ?? false
  }

  /// The system's reason not to write into a folder.
  private static func writeObstacle(of folder: String) -> String? {
    access(folder, W_OK) == 0 ? nil : String(cString: strerror(errno)).lowercased()
  }

  private static func check(_ name: String, in folder: String) -> Database {
    guard access(folder, F_OK) == 0 else { return .absent }
    do {
      let file = DatabaseFile(directory: try AccountDirectory(path: folder), name: name)
      guard try file.size() != nil else { return .absent }
      let answer = try file.integrity(.pagesAndIndexes)
      return answer == DatabaseFile.sound ? .sound : .unusable(answer)
    } catch {
      return .unusable(reason(StorageError(error, path: folder + "/" + name)))
    }
  }

  /// What is wrong, without the advice for a damaged vault, which a cache does not need.
  private static func reason(_ error: StorageError) -> String {
    guard case .damagedVault(let reason) = error.problem else { return error.description }
    return reason
  }
}
