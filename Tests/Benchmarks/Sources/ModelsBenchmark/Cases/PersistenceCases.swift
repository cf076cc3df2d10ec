import FoundationEssentials
import ModelKit
import ModelStoreGRDB

/// Rows of the store in SQLite, in a temporary file.
enum PersistenceCases {
  private static let rows = 2_000
  private static let rowsPerTransaction = 100

  static func all() throws(Failure) -> [Workload] {
    let file = TemporaryFile()
    let store = try open(file.path)
    var round = 0
    let save = Workload(
      name: .persistSave, subject: .eager, amount: rows, unit: .perSecond, clock: .process,
      prove: { () throws(Failure) in
        try write(to: store, round: -1)
        let again = try open(file.path)
        guard again.value(Person.self, "@person7:example.org")?.lastActive == -1 else {
          throw Failure("a row was not kept")
        }
      },
      run: { () throws(Failure) in
        round += 1
        try write(to: store, round: round)
      })
    let load = Workload(
      name: .persistLoad, subject: .eager, amount: rows, unit: .perSecond, clock: .process,
      prove: {},
      run: { () throws(Failure) in
        for index in 0..<rows where store.value(Person.self, id(index)) == nil {
          throw Failure("a row was not read back")
        }
      })
    return [save, load]
  }

  private static func id(_ index: Int) -> String { "@person\(index):example.org" }

  private static func open(_ path: String) throws(Failure) -> ModelStore {
    do {
      return try ModelStore(persistence: GRDBPersistence(path: path), of: [Person.self])
    } catch {
      throw Failure("the database cannot be opened: \(error)")
    }
  }

  private static func write(to store: ModelStore, round: Int) throws(Failure) {
    for start in stride(from: 0, to: rows, by: rowsPerTransaction) {
      store.update { transaction in
        for index in start..<start + rowsPerTransaction {
          transaction.merge(
            Person(
              id: id(index), displayName: "Person \(index)", avatar: "mxc://example.org/\(index)",
              lastActive: round))
        }
      }
    }
    do {
      try store.flush()
    } catch {
      throw Failure("the rows cannot be written: \(error)")
    }
  }
}

/// A database that is removed when it is no longer needed.
private final class TemporaryFile {
  let path = FileManager.default.temporaryDirectory
    .appending(path: "chat-tui-bench-\(UUID().uuidString).sqlite").path

  deinit {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }
}
