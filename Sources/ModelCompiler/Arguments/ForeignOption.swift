/// The options of the commands of Remodel and Plank that differ from those here.
enum ForeignOption {
  /// Options with another name here.
  static let aliases = [
    "--output-path": "--output", "--output_dir": "--output",
    "--objc_class_prefix": "--type-prefix",
  ]

  /// Options that request what always happens here: a type is one file, and there are no run-time
  /// files to write.
  static let fulfilled: Set<String> = ["--output-single-file", "--no_runtime"]

  /// The error for an option that is refused, with what to write instead; nil if it is none of
  /// theirs.
  static func refusal(_ option: String) -> UsageError? {
    if let mend = remodel[option] {
      return UsageError("\(option) is an option of Remodel: \(mend)")
    }
    if let mend = plank[option] { return UsageError("\(option) is an option of Plank: \(mend)") }
    guard option.hasPrefix("--java_") else { return nil }
    return UsageError("\(option) is an option of Plank for Java: the output is Swift; leave it out")
  }

  /// Rejects each language that Plank writes: Swift is none of them.
  static func check(language: String) throws(UsageError) {
    guard language != "swift" else { return }
    throw UsageError("--lang \(language) is an option of Plank: the output is Swift; leave it out")
  }

  private static let remodel: [String: String] = {
    let wholeFile = "a Swift file is header and implementation in one; leave it out"
    let onlyDiagnostics = "modelc prints diagnostics and nothing else; leave it out"
    let configuration = { (name: String) in
      "put the file beside the schemas or above them as '\(name)', or write --include and --exclude"
    }
    return [
      "--headers-only": wholeFile, "--implementations-only": wholeFile,
      "--verbose": onlyDiagnostics, "--debug": onlyDiagnostics, "--silent": onlyDiagnostics,
      "--perf-log": onlyDiagnostics,
      "--one-cpu": "modelc compiles all schemas in one process; leave it out",
      "--value-object-config-path": configuration(".valueObjectConfig"),
      "--adt-config-path": configuration(".algebraicTypeConfig"),
      "--object-config-path": configuration(".objectConfig"),
    ]
  }()

  private static let plank: [String: String] = [
    "--objc_header_prefix": "Swift has no headers; leave it out",
    "--print_deps": "write --emit deps: it prints rules for make with all files that are read",
    "--no_recursive":
      "the types of a run are checked together; leave it out: unchanged files are not rewritten",
    "--only_runtime": "the run-time files are the library ModelKit; add it to the package",
  ]
}
