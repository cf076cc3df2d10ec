import GRDB
import ModelKit
import ModelStoreGRDB
import SeededRandom
import Signals
import Synchronization
import Testing

@Suite("Ordered rows in SQLite")
struct OrderTests {
  private let folder = TemporaryFolder()
  private static let schema = ModelSchema(
    name: "Line", hash: 1,
    fields: [
      ModelField("room", keyPath: ["room"]),
      ModelField("place", keyPath: ["at", "place"], legacyKeyPaths: [["place"]]),
    ])

  private static let values: [(json: String, value: ModelIndexMatch.Value?)] = [
    ("null", nil), ("-7", .integer(-7)), ("0", .integer(0)), ("1", .integer(1)),
    ("true", .boolean(true)), ("false", .boolean(false)),
    ("9007199254740993", .integer(1 << 53 + 1)),
    ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    (#""""#, .string("")), (#""a""#, .string("a")), (#""B""#, .string("B")),
    (#""\u00e9""#, .string("\u{E9}")), (#""e\u0301""#, .string("e\u{301}")),
    (#""\uffff""#, .string("\u{FFFF}")), (#""\ud83d\ude00""#, .string("\u{1F600}")),
  ]
  private static let ids = [
    "", "a", "b", "a\u{0}", "a\u{0}b", "\u{0}", "\u{E9}", "\u{FFFF}", "\u{10000}",
  ]

  private func write(
    _ cursors: inout [ModelCursor], _ random: inout SeededGenerator, to database: GRDBPersistence
  ) throws {
    var writes: [ModelWrite] = []
    for (number, id) in Self.ids.enumerated() {
      guard let value = Self.values.randomElement(using: &random) else { continue }
      let room = number % 4 == 3 ? "other" : "ours"
      let place =
        Bool.random(using: &random) ? #""place":\#(value.json)"# : #""at":{"place":\#(value.json)}"#
      writes.append(
        ModelWrite(
          schema: Self.schema, id: id, content: Array(#"{"room":"\#(room)",\#(place)}"#.utf8)))
      if room == "ours" { cursors.append(ModelCursor(value.value, id: id)) }
    }
    try database.apply { writes }
  }

  @Test("seeded: SQLite orders rows as cursors compare, from any place and in both directions")
  func agreesWithCursors() throws {
    let persistence = try GRDBPersistence(path: folder.file("a.sqlite"))
    try persistence.prepare(Self.schema)
    for seed in 0..<60 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var cursors: [ModelCursor] = []
      try write(&cursors, &random, to: persistence)
      cursors.sort()
      for isDescending in [false, true] {
        let sorted = isDescending ? cursors.reversed() : cursors
        #expect(try ids(from: nil, isDescending, in: persistence) == sorted.map(\.id))
        for _ in 0..<8 {
          let value = Self.values.randomElement(using: &random)?.value
          let cursor = ModelCursor(value, id: Self.ids.randomElement(using: &random) ?? "")
          let after = sorted.filter { isDescending ? $0 < cursor : cursor < $0 }
          let at = sorted.filter { isDescending ? $0 <= cursor : cursor <= $0 }
          #expect(
            try ids(from: .after(cursor), isDescending, in: persistence) == after.map(\.id),
            "seed \(seed), \(cursor)")
          #expect(
            try ids(from: .at(cursor), isDescending, in: persistence) == at.map(\.id),
            "seed \(seed), \(cursor)")
        }
      }
    }
  }

  private func ids(
    from start: ModelRowQuery.Start?, _ isDescending: Bool, in persistence: GRDBPersistence
  ) throws -> [String] {
    var found: [String] = []
    let order = ModelRowQuery.Order("place", isDescending: isDescending, from: start)
    try persistence.forEachRow(
      in: Self.schema,
      ModelRowQuery(matching: ModelIndexMatch("room", .string("ours")), orderedBy: order)
    ) { id, _ in
      found.append(id)
      return true
    }
    return found
  }

  @Test("an ordered query seeks its start in its index and sorts nothing")
  func usesIndex() throws {
    let statements = Mutex<[String]>([])
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      database.trace { event in statements.withLock { $0.append(event.expandedDescription) } }
    }
    let database = try DatabaseQueue(path: folder.file("a.sqlite"), configuration: configuration)
    let persistence = try GRDBPersistence(database)
    try persistence.prepare(Self.schema)
    let start = ModelRowQuery.Start.after(ModelCursor(.integer(3), id: "x"))
    for match in [nil, ModelIndexMatch("room", .string("ours"))] {
      for isDescending in [false, true] {
        let order = ModelRowQuery.Order("place", isDescending: isDescending, from: start)
        try persistence.forEachRow(
          in: Self.schema, ModelRowQuery(matching: match, orderedBy: order)
        ) { _, _ in true }
        let queries = statements.withLock { $0.filter { $0.hasPrefix("SELECT id, content") } }
        for (sql, place) in zip(queries.suffix(2), ["=? AND <expr>", ""]) {
          let plan = try database.read { database in
            try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql)
              .map { $0["detail"] as String }
          }
          let range = "\(place)\(isDescending ? "<" : ">")?"
          #expect(plan.count == 1 && plan[0].hasPrefix("SEARCH"), "\(plan)")
          #expect(plan[0].contains("<expr>" + range), "\(plan)")
        }
      }
    }
  }

  @Test("the index of an order stays until the schema has other keys")
  func keepsIndex() throws {
    let path = folder.file("a.sqlite")
    let persistence = try GRDBPersistence(path: path)
    try persistence.prepare(Self.schema)
    _ = try ids(from: nil, false, in: persistence)
    #expect(try indexNames(path) == ["order_Line.room.place"])
    try GRDBPersistence(path: path).prepare(Self.schema)
    #expect(try indexNames(path) == ["order_Line.room.place"])
    let renamed = ModelSchema(
      name: "Line", hash: 2,
      fields: [ModelField("room", keyPath: ["r"]), ModelField("place", keyPath: ["place"])])
    try GRDBPersistence(path: path).prepare(renamed)
    #expect(try indexNames(path) == [])
  }

  @Test("an index that another process has dropped is made again")
  func remakesIndex() throws {
    let path = folder.file("a.sqlite")
    let persistence = try GRDBPersistence(path: path)
    try persistence.prepare(Self.schema)
    let content = Array(#"{"room":"ours","place":1}"#.utf8)
    try persistence.apply { [ModelWrite(schema: Self.schema, id: "1", content: content)] }
    #expect(try ids(from: nil, false, in: persistence) == ["1"])
    let other = ModelSchema(name: "Line", hash: 2, fields: [ModelField("r", keyPath: ["r"])])
    try GRDBPersistence(path: path).prepare(other)
    #expect(try indexNames(path) == [])
    #expect(try ids(from: nil, false, in: persistence) == ["1"])
  }

  private func indexNames(_ path: String) throws -> [String] {
    try DatabaseQueue(path: path).read { database in
      try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
    }
  }

  @Test("an order by a field that the schema does not have is rejected")
  func refusesUnknownField() throws {
    let persistence = try GRDBPersistence(path: folder.file("a.sqlite"))
    try persistence.prepare(Self.schema)
    let error = #expect(throws: ModelPersistenceError.self) {
      try persistence.forEachRow(
        in: Self.schema, ModelRowQuery(orderedBy: ModelRowQuery.Order("other"))
      ) { _, _ in true }
    }
    #expect(error?.reason == .schema)
  }

  @Test("seeded: a window over SQLite is a part of all rows, also after restarts")
  func windows() async throws {
    var random = SeededGenerator(seed: 1)
    let order = ModelOrder<FirstContact>("mail") { $0.texts["mail"].map { .string($0) } }
    var all: [String: FirstContact] = [:]
    for _ in 0..<12 {
      let store = try ModelStore(
        persistence: GRDBPersistence(path: folder.file("a.sqlite")), of: [FirstContact.self])
      for _ in 0..<8 {
        store.update { transaction in
          for _ in 0..<20 {
            let id = "\(Int.random(in: 0..<60, using: &random))"
            if Int.random(in: 0..<4, using: &random) == 0 {
              transaction.delete(FirstContact.self, id)
              all[id] = nil
            } else {
              let mail = "\(Int.random(in: 0..<30, using: &random))"
              let name = Bool.random(using: &random) ? "ours" : "other"
              transaction.merge(FirstContact(id, ["name": name, "mail": mail]))
              all[id] = FirstContact(id, ["name": name, "mail": mail])
            }
          }
        }
        if Bool.random(using: &random) { try store.flush() }
        let cursor = ModelCursor(.string("\(Int.random(in: 0..<30, using: &random))"), id: "3")
        let sorted = all.values.filter { $0.texts["name"] == "ours" }
          .sorted { order.cursor(of: $0) < order.cursor(of: $1) }.map(\.id)
        let anchor = sorted.count { all[$0].map { order.cursor(of: $0) < cursor } ?? false }
        let window = store.rows(
          FirstContact.self, matching: ModelIndexMatch("name", .string("ours")), orderedBy: order,
          window: .around(cursor, before: 5, after: 4), where: { $0.texts["name"] == "ours" })
        let expected = sorted[..<anchor].suffix(5) + sorted[anchor...].prefix(4)
        await #expect(window.first()?.map(\.id) == Array(expected))
      }
      try store.flush()
    }
  }
}
