/// What the owner of a `Holdall` can do.
package protocol Named: Sendable {
  var name: String { get }
}
