import Simdjson

/// The C++ on-demand reader: what is possible without Swift.
enum SimdjsonCases {
  /// The library reads up to this many bytes beyond the end.
  private static let padding = 64

  /// Empty if the library was missing at build time.
  static func decoding(_ name: CaseName, _ input: Input) -> [Workload] {
    guard simdjson_is_present() != 0 else { return [] }
    let padded = input.bytes + Array(repeating: 0, count: padding)
    let count = input.bytes.count
    return [
      Workload(
        name: name, subject: .simdjson, amount: count, unit: .megabytesPerSecond,
        prove: { () throws(Failure) in
          let read = simdjson_read_sync(padded, count, padded.count)
          guard read.error == 0,
            try input.expected.get().agrees(
              rooms: read.rooms, messages: read.messages, members: read.members,
              reactions: read.reactions, others: read.others, bodies: read.text)
          else { throw Failure("simdjson has read something else (error \(read.error))") }
        },
        run: { () throws(Failure) in
          let read = simdjson_read_sync(padded, count, padded.count)
          guard read.error == 0 else { throw Failure("simdjson: error \(read.error)") }
        })
    ]
  }
}
