/// The bytes of keys with escapes, each unescaped once.
///
/// A class, so that keys keep their address when the reader moves; it belongs to one reader.
final class UnescapedKeys {
  private var keys: [UInt32: (key: JSONKey, end: Int)] = [:]

  deinit {
    for known in keys.values { known.key.start.deallocate() }
  }

  /// The key that begins at an offset, and the offset after its closing quotation mark.
  func find(_ offset: UInt32) -> (key: JSONKey, end: Int)? { keys[offset] }

  /// Copies a key.
  func add(_ bytes: UnsafeBufferPointer<UInt8>, offset: UInt32, end: Int) -> JSONKey {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: max(bytes.count, 1))
    _ = UnsafeMutableBufferPointer(start: memory, count: bytes.count).initialize(from: bytes)
    let key = JSONKey(start: UnsafePointer(memory), count: bytes.count)
    keys[offset] = (key, end)
    return key
  }
}
