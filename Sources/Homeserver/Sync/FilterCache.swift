import Foundation
import GRDB
import Synchronization

/// The filters that were used last, decoded.
final class FilterCache: Sendable {
  private enum Key: Hashable {
    case inline(ExactText)
    case stored(UserID, Int64)
  }

  private static let capacity = 256
  /// Of what is kept; longer ones are decoded each time.
  private static let longest = 4096

  private let filters = Mutex<[Key: SyncFilter]>([:])

  /// The filter that the argument of a sync means: JSON, or the number of a stored one.
  ///
  /// - Throws: `M_NOT_JSON` and `M_BAD_JSON` for what is no filter, `M_INVALID_PARAM` for a number
  ///   that names none.
  func filter(_ argument: String?, of user: UserID, store: Store) async throws -> SyncFilter {
    guard let argument else { return .all }
    if argument.utf8.first == UInt8(ascii: "{") {
      let key = Key.inline(ExactText(argument))
      if let known = filters.withLock({ $0[key] }) { return known }
      let filter = try SyncFilter(json: Array(argument.utf8))
      if argument.utf8.count <= Self.longest { keep(filter, for: key) }
      return filter
    }
    guard argument.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let id = Int64(argument) else {
      throw MatrixError.invalid("'filter' is neither an object nor the number of a filter")
    }
    let key = Key.stored(user, id)
    if let known = filters.withLock({ $0[key] }) { return known }
    let json = try await store.read { database in
      try Data.fetchOne(
        database.cachedStatement(sql: "SELECT json FROM filters WHERE user = ? AND id = ?"),
        arguments: [user.rawValue, id])
    }
    guard let json else { throw MatrixError.invalid("there is no such filter") }
    let filter = try SyncFilter(json: [UInt8](json))
    if json.count <= Self.longest { keep(filter, for: key) }
    return filter
  }

  private func keep(_ filter: SyncFilter, for key: Key) {
    filters.withLock { filters in
      if filters.count >= Self.capacity { filters.removeAll() }
      filters[key] = filter
    }
  }
}
