/// How many bytes of an encoded picture are downloaded.
package enum PictureLimit {
  /// Where the user has not chosen.
  package static let usual = 8 << 20
  /// The most that a user can ask for.
  package static let most = 64 << 20
}
