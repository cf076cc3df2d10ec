import Glibc
import PreferencesFile

/// Where the program keeps its files: the XDG folders, or subfolders of one folder.
///
/// Source: XDG Base Directory Specification 0.8. As it demands, relative values of the variables
/// are ignored.
struct Directories {
  /// Accounts with their sessions and unsent messages.
  let data: String
  /// Files that can be made or fetched again.
  let cache: String
  /// What the user has chosen about the program.
  let configuration: String
  /// The absolute path given by `--data-dir`; nil for the XDG folders.
  let root: String?

  /// The file of the preferences.
  var preferences: ConfigurationFile { ConfigurationFile(path: configuration + "/config.toml") }

  /// All data of this machine's server.
  var homeserver: String { data + "/homeserver" }

  init(dataDirectory: String?) throws {
    if let dataDirectory {
      let root = try Self.absolute(dataDirectory)
      self.root = root
      data = root + "/data"
      cache = root + "/cache"
      configuration = root
      return
    }
    root = nil
    data = try Self.folder("XDG_DATA_HOME", default: ".local/share")
    cache = try Self.folder("XDG_CACHE_HOME", default: ".cache")
    configuration = try Self.folder("XDG_CONFIG_HOME", default: ".config")
  }

  private static func folder(_ variable: String, default path: String) throws -> String {
    if let value = environment(variable), value.hasPrefix("/") {
      return value + "/chat-tui"
    }
    guard let home = environment("HOME"), home.hasPrefix("/") else {
      throw CommandFailure(message: "neither \(variable) nor HOME is set: use --data-dir")
    }
    return "\(home)/\(path)/chat-tui"
  }

  private static func absolute(_ path: String) throws -> String {
    guard !path.isEmpty else { throw CommandFailure(message: "--data-dir is empty") }
    if path.hasPrefix("/") { return path }
    guard let current = getcwd(nil, 0) else {
      throw CommandFailure(
        message: "the current folder cannot be read: pass an absolute --data-dir")
    }
    defer { free(current) }
    return String(cString: current) + "/" + path
  }
}

/// The value of an environment variable; nil when it is absent or empty.
func environment(_ name: String) -> String? {
  guard let value = getenv(name) else { return nil }
  let text = String(cString: value)
  return text.isEmpty ? nil : text
}
