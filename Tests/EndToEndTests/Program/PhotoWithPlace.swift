import Foundation

/// A photo that says where it was taken, as telephones write it.
enum PhotoWithPlace {
  /// 32 by 16 pixels, to be turned by a quarter, taken at 48° 51′ 29.66″ north; an editor has noted it again.
  static let jpeg: Data = {
    var photo = Data(base64Encoded: pixels, options: .ignoreUnknownCharacters) ?? Data()
    photo.insert(contentsOf: segment(exif) + segment(note), at: 2)
    return photo
  }()

  /// The places in a file where a photo has something besides its pixels: the marks of these parts, and the
  /// words for the place in them.
  static func traces(in file: Data) -> [String] {
    ["Exif", "ns.adobe.com", "GPSLatitude"].filter { file.range(of: Data($0.utf8)) != nil }
      + (file.range(of: seconds) == nil ? [] : ["29.66″"])
  }

  /// The width and the height of a JPEG; nil for another file.
  static func size(of file: Data) -> (width: Int, height: Int)? {
    let bytes = [UInt8](file)
    guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
    var start = 2
    while start + 9 < bytes.count, bytes[start] == 0xFF {
      let number = { (at: Int) in Int(bytes[start + at]) << 8 | Int(bytes[start + at + 1]) }
      if (0xC0...0xC2).contains(bytes[start + 1]) { return (number(7), number(5)) }
      start += 2 + number(2)
    }
    return nil
  }

  /// A part of a JPEG file for other programs.
  private static func segment(_ content: Data) -> Data {
    let length = content.count + 2
    return Data([0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)]) + content
  }

  /// Source: CIPA DC-008, "Exchangeable image file format", 4.6.
  private static let exif: Data = {
    let start = Data("Exif\0\0II*\0".utf8) + number(8)
    let picture = directory(entry(0x0112, 3, 1, 6), entry(0x8825, 4, 1, 38))
    let place = directory(entry(1, 2, 2, UInt32(UInt8(ascii: "N"))), entry(2, 5, 3, 68))
    let degrees = [48, 1, 51, 1].map(number).reduce(Data(), +)
    return [start, picture, place, degrees, seconds].reduce(Data(), +)
  }()

  private static let seconds = number(2966) + number(100)

  private static let note = Data(
    "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta exif:GPSLatitude=\"48,51.494N\"/>".utf8)

  /// A directory of two entries, after which there is no other one.
  private static func directory(_ first: Data, _ second: Data) -> Data {
    Data([2, 0]) + first + second + number(0)
  }

  /// An entry of a directory: what it is, the kind and count of its values, and these or where they are.
  private static func entry(
    _ tag: UInt16, _ kind: UInt8, _ count: UInt32, _ value: UInt32
  ) -> Data {
    Data([UInt8(tag & 0xFF), UInt8(tag >> 8), kind, 0]) + number(count) + number(value)
  }

  private static func number(_ value: UInt32) -> Data {
    withUnsafeBytes(of: value.littleEndian) { Data($0) }
  }

  /// Grey pixels: dark on the left, light on the right.
  private static let pixels = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4R
    DgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/wAALCAAQACABAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcI
    CQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcY
    GRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKj
    pKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/APlS
    iv1Wor8qaK/Vaiv/2Q==
    """
}
