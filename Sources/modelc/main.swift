import ModelCompiler

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// A reader that goes away is an error of writing, not the end of the program.
signal(SIGPIPE, SIG_IGN)

exit(ModelCompiler.run(Array(CommandLine.arguments.dropFirst())))
