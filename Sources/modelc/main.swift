import ModelCompiler

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// A closed pipe must cause a write error, not end the program.
signal(SIGPIPE, SIG_IGN)

exit(ModelCompiler.run(Array(CommandLine.arguments.dropFirst())))
