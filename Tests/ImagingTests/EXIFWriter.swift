/// Adds EXIF data to JPEG files.
enum EXIFWriter {
  /// The content of an EXIF segment whose only entries are a resolution unit and an orientation.
  static func block(orientation: UInt8, isBigEndian: Bool) -> [UInt8] {
    func number(_ value: UInt32, count: Int) -> [UInt8] {
      let bytes = withUnsafeBytes(of: value.bigEndian) { Array($0.suffix(count)) }
      return isBigEndian ? bytes : bytes.reversed()
    }
    func entry(tag: UInt32, value: UInt32) -> [UInt8] {
      number(tag, count: 2) + number(3, count: 2) + number(1, count: 4)
        + number(value, count: 2) + [0, 0]
    }
    let order = Array((isBigEndian ? "MM" : "II").utf8)
    let header = order + number(42, count: 2) + number(8, count: 4)
    let entries = entry(tag: 0x0128, value: 2) + entry(tag: 0x0112, value: UInt32(orientation))
    return Array("Exif\0\0".utf8) + header + number(2, count: 2) + entries + number(0, count: 4)
  }

  /// The JPEG file with an APP1 segment after its start marker.
  static func adding(block: [UInt8], to jpeg: [UInt8]) -> [UInt8] {
    let count = block.count + 2
    let segment = [0xFF, 0xE1, UInt8(count >> 8), UInt8(count & 0xFF)] + block
    return Array(jpeg.prefix(2)) + segment + jpeg.dropFirst(2)
  }

  /// The JPEG file with an orientation in its EXIF data.
  static func adding(orientation: UInt8, isBigEndian: Bool, to jpeg: [UInt8]) -> [UInt8] {
    adding(block: block(orientation: orientation, isBigEndian: isBigEndian), to: jpeg)
  }
}
