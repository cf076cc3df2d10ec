/// Proofs that a subject does what it is measured for.
enum Proof {
  /// A broken copy of the document must not be read without complaint.
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
