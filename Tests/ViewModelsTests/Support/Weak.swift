/// A named weak reference that tells whether its object is alive.
struct Weak {
  let name: String
  weak var object: AnyObject?

  init(_ object: AnyObject) {
    name = "\(type(of: object))"
    self.object = object
  }
}
