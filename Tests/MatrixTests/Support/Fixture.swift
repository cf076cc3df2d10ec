import Foundation

/// Recorded answers of a homeserver.
enum Fixture {
  /// The bytes of a file in `Fixtures`.
  static func bytes(_ name: String, file: String = #filePath) -> [UInt8] {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
    let url = folder.appendingPathComponent("Fixtures").appendingPathComponent(name)
    guard let data = try? Data(contentsOf: url) else {
      preconditionFailure("there is no fixture \(name)")
    }
    return Array(data)
  }

  static func text(_ name: String) -> String {
    String(decoding: bytes(name), as: UTF8.self)
  }
}
