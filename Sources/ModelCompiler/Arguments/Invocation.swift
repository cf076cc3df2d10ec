import ModelGenerator
import ModelSchema

/// What the command line asks for.
enum Invocation: Hashable {
  case help
  case version
  /// Nil: all codes with their summaries.
  case explain(DiagnosticCode?)
  case compile(CompileOptions)
  case checkJSON(CheckOptions)
}

/// What is to be compiled, and what becomes of it.
struct CompileOptions: Hashable {
  enum Emission: String, CaseIterable, Hashable {
    /// The checked types as JSON, on standard output.
    case ir
    /// Swift files.
    case swift
    /// What each output is made of, as rules for make, on standard output.
    case deps
  }

  /// A file or a folder named on the command line.
  struct Input: Hashable {
    var path: String
    /// The one file that all types of this schema file go into; nil: a file a type.
    var outputName: String?
  }

  /// An executable that adds files.
  struct Plugin: Hashable {
    var executable: String
    var arguments: [Annotation.Value] = []
  }

  var inputs: [Input] = []
  /// Schemas are named relative to it in what is written, so that this is the same everywhere.
  var root: String?
  /// Where the files go; nil: all of it to standard output.
  var output: String?
  var access = AccessLevel.internal
  var includes: [Feature] = []
  var excludes: [Feature] = []
  var emission = Emission.swift
  var isDryRun = false
  /// Whether outputs of schemas that are gone are removed; else that is done for folders only.
  var removesStale = false
  /// The files that options were read from.
  var optionFiles: [String] = []
  var plugins: [Plugin] = []
  /// The one file that all Swift files of plugins go into; nil: the files that they name.
  var pluginOutputName: String?
  var pluginTimeLimit = 60
  /// The name of a union over all JSON schemas.
  var unionName: String?
  /// Formats of strings, and the identifier types that they stand for.
  var identifiers: [Annotation.Value] = []
  /// Folders that references in JSON schemas may reach, beside those that are compiled.
  var references: [String] = []
}

/// A JSON document to be checked.
struct CheckOptions: Hashable {
  /// `-` is standard input.
  var document: String
  var schema: String?
  var type: String?
  /// Folders that references in the schema may reach, beside its own.
  var references: [String] = []
}
