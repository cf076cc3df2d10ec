import Dispatch
import GRDB
import ModelKit
import Models
import Synchronization

/// A room as the cache keeps it.
struct StoredRoom: Sendable {
  let number: Int64
  let shown: Room
  let record: RoomRecord
}

/// A room as memory holds it, and its row in the list.
typealias LoadedRoom = (state: RoomState, shown: Room)

extension AccountTables {
  /// All rooms, in parts; one that cannot be read is left out and comes back with the next full sync.
  func rooms() throws -> [[LoadedRoom]] {
    let rows = try Row.fetchCursor(database, sql: "SELECT number, shown, state FROM rooms")
    var texts: [RoomText] = []
    while let row = try rows.next() {
      texts.append(
        RoomText(number: row[0], shown: Self.bytes(row[1]), record: Self.bytes(row[2])))
    }
    return RoomText.decode(texts)
  }

  /// The row of one room.
  func room(_ number: Int64) throws -> Room? {
    try String.fetchOne(
      database.cachedStatement(sql: "SELECT shown FROM rooms WHERE number = ?"),
      arguments: [number]
    ).flatMap { try? Room.decode(Self.bytes($0)) }
  }

  /// Writes a room, new or changed.
  func save(_ room: StoredRoom) throws {
    try run(
      """
      INSERT INTO rooms (number, id, shown, state) VALUES (?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET shown = excluded.shown, state = excluded.state
      """,
      [
        room.number, room.shown.id.rawValue, Self.text(room.shown), Self.text(room.record),
      ])
  }

  /// The largest number of a room, or 0.
  func lastRoomNumber() throws -> Int64 {
    try Int64.fetchOne(database, sql: "SELECT max(number) FROM rooms") ?? 0
  }

  /// A model as JSON text.
  static func text(_ model: some JSONEncodable) -> String {
    String(decoding: model.encoded(), as: UTF8.self)
  }

  /// The JSON text of a column.
  static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}

/// A row of the table of rooms.
private struct RoomText: Sendable {
  /// Fewer are decoded sooner than another thread has begun.
  private static let few = 250

  let number: Int64
  let shown: [UInt8]
  let record: [UInt8]

  private var decoded: LoadedRoom? {
    guard let shown = try? Room.decode(shown), let record = try? RoomRecord.decode(record)
    else { return nil }
    return (RoomState(StoredRoom(number: number, shown: shown, record: record)), shown)
  }

  /// Decodes on two threads: with 2,000 rooms, it takes a quarter of the time until the first
  /// screen, which waits for it alone. (`concurrentPerform` would wake the pool's monitor.)
  static func decode(_ texts: [RoomText]) -> [[LoadedRoom]] {
    guard texts.count > few else { return [texts.compactMap(\.decoded)] }
    let half = texts.count / 2
    let first = Mutex<[LoadedRoom]>([])
    let decoding = DispatchGroup()
    DispatchQueue(label: "decoding rooms").async(group: decoding) {
      let rooms = texts[..<half].compactMap(\.decoded)
      first.withLock { $0 = rooms }
    }
    let second = texts[half...].compactMap(\.decoded)
    decoding.wait()
    var rooms: [LoadedRoom] = []
    first.withLock { swap(&$0, &rooms) }
    return [rooms, second]
  }
}
