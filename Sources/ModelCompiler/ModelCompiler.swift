/// The model compiler as a program: everything but its process.
package enum ModelCompiler {
  /// Runs the compiler with the words of a command line, without the program's name.
  ///
  /// Writes to standard output and standard error.
  /// - Returns: The exit status: 0 done, 1 errors in what was read, 2 wrong usage.
  package static func run(_ words: [String]) -> Int32 {
    CommandLineTool.deliver(CommandLineTool.run(words))
  }
}
