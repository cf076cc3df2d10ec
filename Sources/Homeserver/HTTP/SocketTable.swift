import Glibc

/// Searches a table of the system, which has a row for each socket: its own address, the peer's
/// address, and the user who created it.
///
/// Source: proc_net_tcp.rst of Linux.
struct SocketTable {
  /// A socket's own address and its peer's, with a space between, as the table writes them.
  typealias Row = [UInt8]

  /// The part of a table that is read, in bytes: about 400,000 sockets.
  private static let longestTable = 64 << 20
  /// Rows have 150 bytes; a line of this length is not a row.
  private static let longestRow = 512

  private var wanted: Set<Row>
  /// The users of the wanted rows.
  private(set) var users: [Row: UInt32] = [:]
  /// The start of a row that the last piece cut.
  private(set) var rest: [UInt8] = []

  init(wanted: [Row]) {
    self.wanted = Set(wanted)
  }

  /// The users of the rows that a table has.
  static func scan(_ path: String, for rows: [Row]) -> [Row: UInt32] {
    var table = SocketTable(wanted: rows)
    guard !rows.isEmpty else { return [:] }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [:] }
    defer { close(file) }
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    var size = 0
    while size < longestTable, !table.wanted.isEmpty {
      let count = Glibc.read(file, &piece, piece.count)
      guard count > 0 else { break }
      size += count
      table.take(piece[..<count])
    }
    return table.users
  }

  /// Searches the next piece of the table.
  mutating func take(_ piece: ArraySlice<UInt8>) {
    var lines = piece.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let cut = lines.removeLast()
    if let first = lines.first {
      search((rest + first)[...])
      rest = []
    }
    for line in lines.dropFirst() { search(line) }
    rest = Array((rest + cut).prefix(Self.longestRow))
  }

  /// Searches a row: `number: own other state queues timer retransmits user timeout inode`.
  private mutating func search(_ line: ArraySlice<UInt8>) {
    guard line.count < Self.longestRow, let length = wanted.first?.count,
      let colon = line.firstIndex(of: UInt8(ascii: ":"))
    else { return }
    let row = Array(line[colon...].dropFirst(2).prefix(length))
    guard wanted.contains(row) else { return }
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 10)
    // A socket that its process has closed has no inode and shows a wrong user.
    guard words.count > 9, !words[9].elementsEqual("0".utf8),
      let user = UInt32(String(decoding: words[7], as: UTF8.self))
    else { return }
    users[row] = user
    wanted.remove(row)
  }
}
