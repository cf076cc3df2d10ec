import Foundation

/// A document to decode, and its expected content.
final class Input {
  let bytes: [UInt8]
  /// The same bytes, not copied again.
  let data: Data
  /// The result of `JSONDecoder`, which all others are compared with.
  private(set) lazy var expected = Result { () throws(Failure) in try CodableCases.digest(self) }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    data = Data(bytes)
  }

  /// The bytes as a transport delivers them: unshared, in a buffer that is slightly larger.
  func received() -> [UInt8] {
    var copy: [UInt8] = []
    copy.reserveCapacity(bytes.count + 4096)
    copy.append(contentsOf: bytes)
    return copy
  }

  static func synthetic(_ byteCount: Int) -> Input {
    Input(SyntheticSync.document(byteCount: byteCount))
  }

  static func file(_ path: String) throws(Failure) -> Input {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure("\(path) cannot be read")
    }
    return Input([UInt8](data))
  }

  /// A copy with an error in the middle, in a place that no model reads, so that only a full check
  /// of the document finds it.
  func corrupted() -> Input {
    var bytes = bytes
    let key = Array(#""unsigned":{"#.utf8)
    var index = bytes.count / 2
    while index + key.count < bytes.count, !bytes[index...].starts(with: key) { index += 1 }
    // `{` becomes `[`: what follows is not a list.
    if index + key.count < bytes.count { bytes[index + key.count - 1] = UInt8(ascii: "[") }
    return Input(bytes)
  }
}
