import ModelSchema

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The program without its process: a pure mapping from arguments to an outcome.
enum CommandLineTool {
  static let version = "1.0.0"

  /// The limit for options files, which are written by hand.
  private static let maximumOptionsByteCount = 1 << 20

  static func run(_ words: [String]) -> Compilation.Outcome {
    do {
      switch try CommandLineParser.parse(words, readOptions: optionWords) {
      case .help: return success(HelpText.text)
      case .version:
        return success("modelc \(version) (\(IRDocument.format) \(IRDocument.version))\n")
      case .explain(nil): return success(Explanation.index)
      case .explain(.some(let code)):
        return success(Explanation.of(code)?.page(for: code) ?? "\(code.rawValue)\n")
      case .compile(let options):
        var compilation = Compilation(options: options)
        return compilation.run()
      case .checkJSON(let options): return DocumentCheck(options: options).run()
      }
    } catch {
      let message = DiagnosticPrinter.printable(error.message)
      return Compilation.Outcome(
        status: 2, output: "",
        errors: "modelc: error: \(message)\nmodelc: see 'modelc --help'\n")
    }
  }

  /// Writes the output and the errors; returns the exit status.
  static func deliver(_ outcome: Compilation.Outcome) -> Int32 {
    do {
      try FileSystem.write(Array(outcome.output.utf8), to: 1, path: "standard output")
      try FileSystem.write(Array(outcome.errors.utf8), to: 2, path: "standard error")
      return outcome.status
    } catch {
      let text = "modelc: error: \(error.path) cannot be written: \(error.explanation)\n"
      try? FileSystem.write(Array(text.utf8), to: 2, path: "standard error")
      return max(outcome.status, 1)
    }
  }

  private static func success(_ text: String) -> Compilation.Outcome {
    Compilation.Outcome(status: 0, output: text, errors: "")
  }

  private static func optionWords(_ path: String) throws(UsageError) -> [String] {
    do {
      let bytes = try FileSystem.read(path, maximumByteCount: maximumOptionsByteCount)
      return try OptionsFile.words(in: bytes, path: path)
    } catch let error as FileError {
      throw UsageError("'\(path)' cannot be read: \(error.explanation)")
    } catch let error as UsageError {
      throw error
    } catch {
      throw UsageError("'\(path)' cannot be read: \(error)")
    }
  }
}
