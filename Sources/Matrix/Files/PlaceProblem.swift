import Controllers
import Glibc

/// Why no file can be made at a path.
struct PlaceProblem: Error {
  let path: String
  let number: Int32

  init(path: String, _ number: Int32) {
    self.path = path
    self.number = number
  }

  var requestError: RequestError {
    RequestError(
      operation: .fetchFile,
      reason: .unusablePlace(String(cString: strerror(number)), path: path))
  }
}
