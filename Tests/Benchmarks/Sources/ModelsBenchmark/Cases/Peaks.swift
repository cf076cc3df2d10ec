/// Peak memory above the input; each subject runs in its own process.
enum Peaks {
  static func measure(_ subject: SubjectName, _ options: Options) throws(Failure) -> PeakRow {
    let name = options.recorded == nil ? CaseName.decodeSynthetic : .decodeRecorded
    let input =
      try options.recorded.map { (path) throws(Failure) in try Input.file(path) }
      ?? .synthetic(options.syntheticByteCount)
    return PeakRow(name: name, subject: subject, bytes: try peak(subject, input))
  }

  private static func peak(_ subject: SubjectName, _ input: Input) throws(Failure) -> Int {
    switch subject {
    case .eager:
      var bytes = input.received()
      return try Memory.peak { () throws(Failure) in
        try ModelCases.eager(exchange(&bytes, with: []))
      }
    case .lazy:
      var bytes = input.received()
      return try Memory.peak { () throws(Failure) in
        try ModelCases.lazy(exchange(&bytes, with: []))
      }
    case .codable:
      return try Memory.peak { () throws(Failure) in try CodableCases.decode(input) }
    case .serialization:
      return try Memory.peak { () throws(Failure) in try CodableCases.serialization(input) }
    default: throw Failure("the memory of \(subject.rawValue) is not measured")
    }
  }
}
