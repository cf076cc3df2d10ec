import Glibc

/// The token that lets the user of a server make accounts: whoever can read the server's folder.
enum RegistrationToken {
  /// The token of a folder, made when there is none.
  static func load(in folder: String) throws -> String {
    if let token = read(in: folder) { return token }
    let path = folder + "/registration-token"
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw HomeserverError.system(path) }
    defer { close(file) }
    let token = RandomText.opaque()
    let bytes = Array((token + "\n").utf8)
    guard write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else {
      throw HomeserverError.system(path)
    }
    return token
  }

  /// The token of a folder; nil when it has none.
  static func read(in folder: String) -> String? {
    let file = open(folder + "/registration-token", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = Glibc.read(file, &bytes, bytes.count)
    guard count == 44, bytes[43] == UInt8(ascii: "\n") else { return nil }
    return String(decoding: bytes[..<43], as: UTF8.self)
  }
}
