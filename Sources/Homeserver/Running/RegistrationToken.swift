import Glibc

/// The token that lets anybody who can read the server's folder register accounts.
enum RegistrationToken {
  /// The token of a folder, created if it is missing.
  static func load(in folder: String) throws -> String {
    if let token = try stored(in: folder) { return token }
    let path = path(in: folder)
    guard let file = try PrivateFile.open(path, O_WRONLY | O_CREAT | O_TRUNC) else {
      throw HomeserverError.system(path)
    }
    defer { close(file) }
    let token = RandomText.opaque()
    let bytes = Array((token + "\n").utf8)
    guard write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else {
      throw HomeserverError.system(path)
    }
    return token
  }

  /// The token of a folder; nil when it has none.
  static func read(in folder: String) -> String? { try? stored(in: folder) }

  static func path(in folder: String) -> String { folder + "/registration-token" }

  private static func stored(in folder: String) throws(HomeserverError) -> String? {
    guard let file = try PrivateFile.open(path(in: folder), O_RDONLY) else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = Glibc.read(file, &bytes, bytes.count)
    guard count == 44, bytes[43] == UInt8(ascii: "\n") else { return nil }
    return String(decoding: bytes[..<43], as: UTF8.self)
  }
}
