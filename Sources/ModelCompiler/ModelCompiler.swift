/// The model compiler as a program, without its process.
package enum ModelCompiler {
  /// Runs the compiler with the arguments of a command line, without the program's name.
  ///
  /// Writes to standard output and standard error.
  /// - Returns: The exit status: 0 success, 1 errors in the input, 2 wrong usage.
  package static func run(_ words: [String]) -> Int32 {
    CommandLineTool.deliver(CommandLineTool.run(words))
  }
}
