/// The workloads of the requested cases.
enum AllCases {
  static func workloads(_ options: Options) throws(Failure) -> [Workload] {
    var workloads: [Workload] = []
    let inputs = try inputs(options)
    for (name, input) in inputs where options.cases.contains(name) {
      workloads += ModelCases.decoding(name, input)
      workloads += CodableCases.decoding(name, input)
      workloads += SimdjsonCases.decoding(name, input)
    }
    if options.cases.contains(.encode), let input = inputs.first?.1 {
      workloads.append(try ModelCases.encoding(input))
      workloads.append(try CodableCases.encoding(input))
    }
    let values = ValueCases.all + NotificationCases.all
    workloads += values.filter { options.cases.contains($0.name) }
    if !options.cases.isDisjoint(with: [.store, .storeFanOut]) {
      workloads += StoreCases.all().filter { options.cases.contains($0.name) }
    }
    if !options.cases.isDisjoint(with: [.persistSave, .persistLoad]) {
      workloads += try PersistenceCases.all().filter { options.cases.contains($0.name) }
    }
    return workloads
  }

  private static func inputs(_ options: Options) throws(Failure) -> [(CaseName, Input)] {
    var inputs = [(CaseName.decodeSynthetic, Input.synthetic(options.syntheticByteCount))]
    if let path = options.recorded { inputs.append((.decodeRecorded, try .file(path))) }
    return inputs
  }
}
