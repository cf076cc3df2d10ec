/// A failed command, with the sentence for standard error.
struct CommandFailure: Error {
  let message: String
}
