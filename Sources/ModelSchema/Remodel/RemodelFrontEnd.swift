/// The command line settings for all files of a run.
package struct RemodelOptions: Hashable, Sendable {
  /// Features that every type has unless it excludes them.
  package var includes: [String]
  /// Features that no type has unless it includes them.
  package var excludes: [String]
  /// Names of features that plugins define; a type that includes or excludes one gets an annotation
  /// `includes` or `excludes` with the feature as the value of `name`.
  package var plugins: Set<String>
  /// Larger files are rejected.
  package var maximumByteCount: Int

  package init(
    includes: [String] = [], excludes: [String] = [], plugins: Set<String> = [],
    maximumByteCount: Int = SourceFile.maximumByteCount
  ) {
    self.includes = includes
    self.excludes = excludes
    self.plugins = plugins
    self.maximumByteCount = maximumByteCount
  }
}

/// Parses `.value`, `.adtValue` and `.object` files in the grammar of Remodel.
///
/// Types may be spelled as in Objective-C (`NSArray<User *> *`) or as in Swift (`[User]`). A field
/// can be null if its type ends in `?`, if it is `%nullable`, or if it is a pointer that is neither
/// `%nonnull` nor in a type that includes `RMAssumeNonnull`. The other fields without a `%default`
/// are required. A type with cases keeps unknown cases, unless it excludes `unknownKeys` or
/// `coding`.
package enum RemodelFrontEnd {
  /// The declarations of a file and its diagnostics.
  ///
  /// If a diagnostic is an error, the declarations are a best effort. Never traps, whatever the
  /// bytes are.
  package static func parse(
    _ file: SourceFile, configuration: RemodelConfiguration = RemodelConfiguration(),
    options: RemodelOptions = RemodelOptions()
  ) -> (types: [TypeDeclaration], diagnostics: [Diagnostic]) {
    guard let kind = RemodelFileKind(path: file.path) else {
      let diagnostic = Diagnostic(
        .unknownFileKind, "'\(file.name.printable)' is no file of this kind",
        mend: "End its name with '.value' or '.adtValue'.", at: file.location(at: 0))
      return ([], [diagnostic])
    }
    if let diagnostic = unreadable(file, options.maximumByteCount) { return ([], [diagnostic]) }
    var parser = RemodelParser(file: file, kind: kind)
    let declarations = parser.parseFile()
    var lowering = RemodelLowering(
      diagnostics: parser.diagnostics, kind: kind, configuration: configuration, options: options)
    let types = declarations.compactMap { lowering.lower($0) }
    return (types, lowering.diagnostics.sorted)
  }

  private static func unreadable(_ file: SourceFile, _ limit: Int) -> Diagnostic? {
    guard file.bytes.count <= limit else {
      return Diagnostic(
        .fileTooLarge, "the file is larger than \(limit) bytes",
        mend: "A file declares one type: is it the right one?", at: file.location(at: 0))
    }
    guard let offset = UTF8Check.firstInvalidOffset(in: file.bytes) else { return nil }
    return Diagnostic(
      .notUTF8,
      "the byte \(UTF8Check.hexadecimal(file.bytes[offset])) is not UTF-8 here",
      mend: "Save the file as UTF-8.", at: file.location(at: offset))
  }
}
