import Controllers
import Models

/// The list of the accounts that are kept on this machine: one folder name a line, in the order in which
/// they signed in; the name of a disconnected account has a minus sign before it.
extension AccountFolders {
  /// An account of the list.
  struct Listed: Hashable, Sendable {
    /// The name of its folder.
    let name: String
    /// Whether the next start connects it.
    var isConnected: Bool
  }

  private static let listName = "list"
  private static let lockName = "list.lock"
  private static let mostListed = 100

  /// The accounts of the list, and the one in use, which earlier versions did not list.
  func listed() throws(StorageError) -> [Listed] {
    let root = try AccountDirectory(path: root)
    let bytes = try root.read(Self.listName) ?? []
    var listed: [Listed] = []
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n").prefix(
      Self.mostListed)
    {
      let name = line.hasPrefix("-") ? line.dropFirst() : line
      guard FileName.isName(String(name)) else { continue }
      listed.append(Listed(name: String(name), isConnected: name == line))
    }
    if let current = try currentName(in: root), !listed.contains(where: { $0.name == current }) {
      listed.append(Listed(name: current, isConnected: true))
    }
    return listed
  }

  /// Adds an account to the list as one that the next start connects.
  func list(_ account: AccountID) throws(StorageError) {
    let name = try name(of: account)
    try change { listed in
      if let index = listed.firstIndex(where: { $0.name == name }) {
        listed[index].isConnected = true
      } else {
        listed.append(Listed(name: name, isConnected: true))
      }
    }
  }

  /// Keeps an account in the list as one that no start connects.
  func disconnect(_ account: AccountID) throws(StorageError) {
    let name = try name(of: account)
    try leaveCurrent(
      name,
      for: change { listed in
        for index in listed.indices where listed[index].name == name {
          listed[index].isConnected = false
        }
      })
  }

  /// Removes an account from the list.
  func unlist(_ account: AccountID) throws(StorageError) {
    let name = try name(of: account)
    try leaveCurrent(name, for: change { $0.removeAll { $0.name == name } })
  }

  /// If a folder was the one in use, that of the first connected account takes its place.
  private func leaveCurrent(_ name: String, for left: [Listed]) throws(StorageError) {
    guard try currentName(in: AccountDirectory(path: root)) == name else { return }
    try setCurrent(left.first(where: \.isConnected)?.name)
  }

  /// The account whose folder has the name; nil when no account's folder has it.
  static func account(named name: String) -> AccountID? {
    guard let parts = FileName.parts(of: name), parts.count == 2, let user = UserID("@" + parts[0])
    else { return nil }
    return AccountID(userID: user, server: parts[1] == thisMachine ? nil : parts[1])
  }

  /// Changes the list while no other process does; returns what it is then.
  @discardableResult
  private func change(_ body: (inout [Listed]) -> Void) throws(StorageError) -> [Listed] {
    let root = try AccountDirectory(path: root)
    do {
      return try root.withLock(Self.lockName) {
        var listed = try listed()
        body(&listed)
        let text = listed.map { ($0.isConnected ? "" : "-") + $0.name + "\n" }.joined()
        try root.write(Self.listName, Array(text.utf8))
        return listed
      }
    } catch let error as StorageError {
      throw error
    } catch {
      throw StorageError(path: root.path, problem: .system("\(error)"))
    }
  }
}
