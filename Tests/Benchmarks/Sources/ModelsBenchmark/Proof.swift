/// Checks that a subject does the work it is measured for.
enum Proof {
  /// A subject must reject a corrupted copy of the document.
  static func refuses(
    _ broken: Input, _ name: String, read: (Input) throws(Failure) -> Void
  ) throws(Failure) {
    do throws(Failure) {
      try read(broken)
    } catch {
      return
    }
    throw Failure("\(name) has read a broken document")
  }
}
