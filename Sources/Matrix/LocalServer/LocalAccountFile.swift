import Controllers
import Models

/// The accounts on this machine's server and their passwords, as a file in the data folder.
///
/// Calls block on the disk. A writer must hold the folder's lock `lockName`.
struct LocalAccountFile: Sendable {
  static let name = "local-accounts"
  static let lockName = "local-accounts.lock"
  private static let version = 1

  private let directory: AccountDirectory
  private var content: LocalAccountsContent

  /// Reads the file; a missing file means no accounts.
  init(in directory: AccountDirectory) throws(StorageError) {
    self.directory = directory
    content = LocalAccountsContent(version: Self.version, accounts: [])
    let way = "without the accounts on this machine"
    if let found = try directory.read(LocalAccountsContent.self, from: Self.name, toGoOn: way) {
      guard found.version == Self.version else {
        throw directory.damaged(
          Self.name, at: "$.version", "an unknown version", toGoOn: way)
      }
      content = found
    }
  }

  /// The accounts that the server has made, most recently used first.
  var madeAccounts: [UserID] { content.accounts.filter(\.isMade).map(\.userID) }

  /// The account with a name, whether made or about to be made.
  func entry(of name: String) -> LocalAccountEntry? {
    content.accounts.first { $0.userID.localpart == name }
  }

  /// Stores an account as the most recently used one.
  mutating func put(_ entry: LocalAccountEntry) throws(StorageError) {
    let others = content.accounts.filter { $0.userID.localpart != entry.userID.localpart }
    try save([entry] + others)
  }

  /// Removes an account that was never made.
  mutating func removeUnmade(_ name: String) throws(StorageError) {
    try save(content.accounts.filter { $0.isMade || $0.userID.localpart != name })
  }

  private mutating func save(_ accounts: [LocalAccountEntry]) throws(StorageError) {
    guard accounts != content.accounts else { return }
    content = content.with { $0.accounts = accounts }
    try directory.write(content, to: Self.name)
  }

  /// An unguessable password: 32 letters and digits hold 190 bits.
  static func newPassword() -> String {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    return String((0..<32).map { _ in alphabet[Int.random(in: alphabet.indices)] })
  }
}
