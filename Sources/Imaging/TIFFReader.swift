/// Reads numbers from the TIFF structure in EXIF data; an offset outside of it gives nil.
struct TIFFReader {
  private let bytes: [UInt8]
  private let isBigEndian: Bool

  /// Creates a reader for a structure that declares its byte order; nil when it declares none.
  init?(_ slice: ArraySlice<UInt8>) {
    if slice.starts(with: Array("MM".utf8)) {
      isBigEndian = true
    } else if slice.starts(with: Array("II".utf8)) {
      isBigEndian = false
    } else {
      return nil
    }
    bytes = Array(slice)
  }

  /// The 16-bit number at an offset.
  func half(at offset: Int) -> Int? {
    number(at: offset, count: 2)
  }

  /// The 32-bit number at an offset.
  func word(at offset: Int) -> Int? {
    number(at: offset, count: 4)
  }

  private func number(at offset: Int, count: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    let digits = bytes[offset..<(offset + count)]
    let ordered = isBigEndian ? Array(digits) : digits.reversed()
    return ordered.reduce(0) { $0 << 8 | Int($1) }
  }
}
