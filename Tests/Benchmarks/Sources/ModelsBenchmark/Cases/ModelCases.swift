import ModelKit

/// Decoding and encoding by models that modelc has compiled.
enum ModelCases {
  static func decoding(_ name: CaseName, _ input: Input) -> [Workload] {
    [
      workload(name, .eager, input) { (bytes) throws(JSONError) in
        SyncDigest(try EagerSync.decode(bytes))
      } run: { (bytes) throws(JSONError) in
        _ = try EagerSync.decode(bytes)
      },
      workload(name, .lazy, input) { (bytes) throws(JSONError) in
        SyncDigest(try LazySync.decode(bytes))
      } run: { (bytes) throws(JSONError) in
        _ = try LazySync.decode(bytes)
      },
      workload(name, .skip, input, digest: nil, run: skip),
    ]
  }

  static func encoding(_ input: Input) throws(Failure) -> Workload {
    let sync = try eager(input)
    return Workload(
      name: .encode, subject: .eager, amount: sync.encoded().count, unit: .megabytesPerSecond,
      prove: { () throws(Failure) in
        let again = try eager(Input(sync.encoded()))
        guard again == sync else { throw Failure("the models have written something else") }
      },
      run: { _ = sync.encoded() })
  }

  static func eager(_ input: Input) throws(Failure) -> EagerSync {
    try Self.reading { () throws(JSONError) in try EagerSync.decode(input.received()) }
  }

  static func lazy(_ bytes: consuming [UInt8]) throws(Failure) -> LazySync {
    do throws(JSONError) {
      return try LazySync.decode(bytes)
    } catch {
      throw Failure("\(error)")
    }
  }

  static func eager(_ bytes: consuming [UInt8]) throws(Failure) -> EagerSync {
    do throws(JSONError) {
      return try EagerSync.decode(bytes)
    } catch {
      throw Failure("\(error)")
    }
  }

  private static func skip(_ bytes: consuming [UInt8]) throws(JSONError) {
    var reader = JSONReader(try JSONDocument(bytes))
    try reader.skipValue()
    try reader.finish()
  }

  private static func workload(
    _ name: CaseName, _ subject: SubjectName, _ input: Input,
    digest: ((consuming [UInt8]) throws(JSONError) -> SyncDigest)?,
    run: @escaping (consuming [UInt8]) throws(JSONError) -> Void
  ) -> Workload {
    let mailbox = Mailbox()
    return Workload(
      name: name, subject: subject, amount: input.bytes.count, unit: .megabytesPerSecond,
      prove: { () throws(Failure) in
        if let digest {
          let found = try reading { () throws(JSONError) in try digest(input.received()) }
          guard try found == input.expected.get() else {
            throw Failure("the \(subject.rawValue) models hold something else than JSONDecoder's")
          }
        }
        try Proof.refuses(input.corrupted(), subject.rawValue) { (copy) throws(Failure) in
          try reading { () throws(JSONError) in try run(copy.received()) }
        }
      },
      prepare: { mailbox.bytes = input.received() },
      run: { () throws(Failure) in
        try reading { () throws(JSONError) in try run(mailbox.take()) }
      })
  }

  private static func reading<Value>(
    _ body: () throws(JSONError) -> Value
  ) throws(Failure) -> Value {
    do throws(JSONError) {
      return try body()
    } catch {
      throw Failure("ModelKit: \(error)")
    }
  }
}

/// Where bytes wait for the run that takes them, so that nobody else has them then.
private final class Mailbox {
  var bytes: [UInt8] = []

  func take() -> [UInt8] {
    let taken = bytes
    bytes = []
    return taken
  }
}
