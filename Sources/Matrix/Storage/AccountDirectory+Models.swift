import ModelKit

extension AccountDirectory {
  /// Reads a file that holds one value as JSON; nil when there is no file.
  ///
  /// Fails with `.damaged`, which locates the fault, when the content is not what this program
  /// writes.
  func read<Value: JSONDecodable>(
    _ type: Value.Type, from name: String, toGoOn way: String = "without it"
  ) throws(StorageError) -> Value? {
    guard let bytes = try read(name) else { return nil }
    do throws(JSONError) {
      return try Value.decode(bytes)
    } catch {
      throw damaged(name, at: error.path ?? "$", error.reason.description, toGoOn: way)
    }
  }

  /// Writes a value as JSON.
  func write(_ value: some JSONEncodable, to name: String) throws(StorageError) {
    try write(name, value.encoded())
  }

  /// The error for a file whose content is unusable.
  func damaged(
    _ name: String, at place: String, _ reason: String, toGoOn way: String = "without it"
  ) -> StorageError {
    StorageError(
      path: path + "/" + name, problem: .damaged(at: "\(place): \(reason)", toGoOn: way))
  }
}
