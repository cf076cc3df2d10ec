import TestServers

/// The sizes of the terminal in which a story runs.
enum ScreenSizes {
  /// Those of the given sizes that belong to the server of this run.
  ///
  /// A story runs in each size and on each server, but not in each size on each server: a server does
  /// not know how large the screen is. Ours gets the first size, and Synapse the others.
  static func shared<Size>(_ sizes: [Size]) -> [Size] {
    TestServer.Kind.current == .homeserver ? [sizes[0]] : Array(sizes.dropFirst())
  }
}
