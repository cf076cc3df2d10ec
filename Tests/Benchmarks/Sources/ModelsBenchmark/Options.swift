/// The arguments: what to run, how often, and on what.
struct Options {
  var cases = Set(CaseName.allCases)
  var repeats = 7
  /// A recorded sync response; without it only the synthetic one is read.
  var recorded: String?
  var syntheticByteCount = SyntheticSync.defaultByteCount
  /// Measures only the peak memory of this subject.
  var peak: SubjectName?

  init(_ arguments: some Sequence<String>) throws(Failure) {
    var rest = arguments.makeIterator()
    while let option = rest.next() {
      guard let value = rest.next() else { throw Failure("\(option) needs a value") }
      switch option {
      case "--only": cases = try Self.cases(value)
      case "--repeats": repeats = try Self.count(value)
      case "--recorded": recorded = value
      case "--synthetic-bytes": syntheticByteCount = try Self.count(value)
      case "--peak": peak = try Self.subject(value)
      default: throw Failure("there is no option \(option)")
      }
    }
  }

  private static func cases(_ list: String) throws(Failure) -> Set<CaseName> {
    var cases: Set<CaseName> = []
    for word in list.split(separator: ",") {
      guard let name = CaseName(rawValue: String(word)) else {
        throw Failure("unknown case: \(word)")
      }
      cases.insert(name)
    }
    return cases
  }

  private static func count(_ word: String) throws(Failure) -> Int {
    guard let count = Int(word), count > 0 else { throw Failure("\(word) is not a count") }
    return count
  }

  private static func subject(_ word: String) throws(Failure) -> SubjectName {
    guard let subject = SubjectName(rawValue: word) else {
      throw Failure("there is no subject \(word)")
    }
    return subject
  }
}
