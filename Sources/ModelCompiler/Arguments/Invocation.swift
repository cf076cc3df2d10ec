import ModelGenerator
import ModelSchema

/// The action that the command line requests.
enum Invocation: Hashable {
  case help
  case version
  /// Nil: all codes with their summaries.
  case explain(DiagnosticCode?)
  case compile(CompileOptions)
  case checkJSON(CheckOptions)
}

/// The inputs of a compilation and the form of its output.
struct CompileOptions: Hashable {
  enum Emission: String, CaseIterable, Hashable {
    /// The checked types as JSON, on standard output.
    case ir
    /// Swift files.
    case swift
    /// The dependencies of each output, as make rules on standard output.
    case deps
  }

  /// A file or a folder named on the command line.
  struct Input: Hashable {
    var path: String
    /// The single file for all types of this schema file; nil: one file per type.
    var outputName: String?
  }

  /// An executable that generates additional files.
  struct Plugin: Hashable {
    var executable: String
    var arguments: [Annotation.Value] = []

    /// The name by which schemas include it.
    var featureName: String { Path.stem(of: executable) }
  }

  var inputs: [Input] = []
  /// The folder that schema names in the output are relative to, so that the output is the same on
  /// every machine.
  var root: String?
  /// Where the files go; nil: everything goes to standard output.
  var output: String?
  var access = AccessLevel.internal
  /// How many columns a level of indentation has in the Swift files.
  var indentation = 2
  /// What the names of the types of JSON schemas begin with.
  var typePrefix = ""
  /// Names of features, of Remodel's plugins and of the plugins of the run.
  var includes: [String] = []
  var excludes: [String] = []
  var emission = Emission.swift
  var isDryRun = false
  /// Whether outputs of deleted schemas are removed; otherwise that happens for folders only.
  var removesStale = false
  /// The options files that were read.
  var optionFiles: [String] = []
  var plugins: [Plugin] = []
  /// What the command line says without effect.
  var warnings: [String] = []
  /// The single file for all Swift files of plugins; nil: the files that the plugins name.
  var pluginOutputName: String?
  var pluginTimeLimit = 60
  /// The name of a union over all JSON schemas.
  var unionName: String?
  /// Formats of strings, and the identifier types for them.
  var identifiers: [Annotation.Value] = []
  /// Folders that references in JSON schemas may reach, besides the compiled ones.
  var references: [String] = []
  /// Files that add keywords to JSON schemas.
  var overlays: [String] = []
  /// Whether every field that may be absent is lenient, unless its JSON schema says otherwise.
  var isLenient = false
  /// Transformers for the fields that they are named after.
  var transformers: [String] = []
  /// The transformer for all dates that name none; nil: ISO 8601 text.
  var dateTransformer: String?
}

/// A JSON document to check.
struct CheckOptions: Hashable {
  /// `-` is standard input.
  var document: String
  var schema: String?
  var type: String?
  /// Folders that references in the schema may reach, besides its own.
  var references: [String] = []
  var overlays: [String] = []
  var isLenient = false
  var transformers: [String] = []
  /// The transformer for all dates that name none.
  var dateTransformer: String?
}
