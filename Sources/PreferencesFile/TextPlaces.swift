import Controllers

/// The bytes of a text at which its lines and columns begin.
struct TextPlaces {
  let bytes: [UInt8]
  private let lines: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A mark of the byte order is no column.
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    lines = [start] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
  }

  /// The byte of a place; the nearest one for a place that the text does not have.
  func offset(_ place: TextPlace) -> Int {
    guard place.line >= 1, place.line <= lines.count else { return bytes.count }
    var offset = lines[place.line - 1]
    var column = 1
    while column < place.column, offset < bytes.count, bytes[offset] != 0x0A {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      column += 1
    }
    return offset
  }

  /// The bytes of the line that a byte is in, without its end.
  func line(at offset: Int) -> Range<Int> {
    let start = lines.last { $0 <= offset } ?? 0
    let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
    return start..<end
  }
}
