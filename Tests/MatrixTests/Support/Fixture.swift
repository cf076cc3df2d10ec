import Foundation

/// Recorded responses of a homeserver.
enum Fixture {
  /// The path of a file in `Fixtures`.
  static func path(_ name: String, file: String = #filePath) -> String {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
    return folder.appendingPathComponent("Fixtures").appendingPathComponent(name).path
  }

  /// The bytes of a file in `Fixtures`.
  static func bytes(_ name: String) -> [UInt8] {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path(name))) else {
      preconditionFailure("there is no fixture \(name)")
    }
    return Array(data)
  }

  static func text(_ name: String) -> String {
    String(decoding: bytes(name), as: UTF8.self)
  }
}
