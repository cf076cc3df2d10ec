/// Names an object and tells whether it is alive, without keeping it so.
struct Weak {
  let name: String
  weak var object: AnyObject?

  init(_ object: AnyObject) {
    name = "\(type(of: object))"
    self.object = object
  }
}
