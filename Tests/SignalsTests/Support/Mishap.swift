/// A failure for tests.
enum Mishap: Error, Equatable {
  case first
  case second
}
