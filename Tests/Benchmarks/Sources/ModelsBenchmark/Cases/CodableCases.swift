import Foundation

/// Foundation's ways to read and write JSON.
enum CodableCases {
  static func decode(_ input: Input) throws(Failure) -> CodableSync {
    do {
      return try JSONDecoder().decode(CodableSync.self, from: input.data)
    } catch {
      throw Failure("JSONDecoder: \(error)")
    }
  }

  static func digest(_ input: Input) throws(Failure) -> SyncDigest {
    SyncDigest(try decode(input))
  }

  static func serialization(_ input: Input) throws(Failure) -> Any {
    do {
      return try JSONSerialization.jsonObject(with: input.data)
    } catch {
      throw Failure("JSONSerialization: \(error)")
    }
  }

  static func decoding(_ name: CaseName, _ input: Input) -> [Workload] {
    [
      Workload(
        name: name, subject: .codable, amount: input.bytes.count, unit: .megabytesPerSecond,
        prove: { () throws(Failure) in
          _ = try input.expected.get()
          try Proof.refuses(input.corrupted(), "JSONDecoder") { (copy) throws(Failure) in
            _ = try decode(copy)
          }
        },
        run: { () throws(Failure) in _ = try decode(input) }),
      Workload(
        name: name, subject: .serialization, amount: input.bytes.count,
        unit: .megabytesPerSecond,
        prove: { () throws(Failure) in
          guard let object = try serialization(input) as? [String: Any], object["rooms"] != nil
          else { throw Failure("JSONSerialization has read no object with rooms") }
        },
        run: { () throws(Failure) in _ = try serialization(input) }),
    ]
  }

  static func encoding(_ input: Input) throws(Failure) -> Workload {
    let sync = try decode(input)
    return Workload(
      name: .encode, subject: .codable, amount: try encoded(sync).count,
      unit: .megabytesPerSecond,
      prove: { () throws(Failure) in
        let again = try digest(Input([UInt8](try encoded(sync))))
        guard try again == input.expected.get() else {
          throw Failure("JSONEncoder has not written what was read")
        }
      },
      run: { () throws(Failure) in _ = try encoded(sync) })
  }

  private static func encoded(_ sync: CodableSync) throws(Failure) -> Data {
    do {
      return try JSONEncoder().encode(sync)
    } catch {
      throw Failure("JSONEncoder: \(error)")
    }
  }
}
