/// The arguments: which cases to run, and how often.
struct Options {
  var cases = Set(CaseName.allCases)
  var repeats = 30
  /// Runs only this subject, and no floor: for a profiler.
  var profiled: SubjectName?

  init(_ arguments: some Sequence<String>) throws(Failure) {
    var rest = arguments.makeIterator()
    while let option = rest.next() {
      guard let value = rest.next() else { throw Failure("\(option) needs a value") }
      switch option {
      case "--only": cases = try Self.cases(value)
      case "--repeats": repeats = try Self.count(value)
      case "--profile": profiled = try Self.subject(value)
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
