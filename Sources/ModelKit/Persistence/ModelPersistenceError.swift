/// Why persistence could not do what was asked; nothing was changed by it.
public struct ModelPersistenceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of trouble it is.
  public enum Reason: Hashable, Sendable {
    /// The file is none that this program wrote, or it is damaged.
    case corrupt
    /// A newer version of the program wrote the file.
    case newerFormat
    /// Another process holds the file for longer than is waited for.
    case busy
    /// There is no room on the disk.
    case full
    /// The file cannot be opened, read or written.
    case inaccessible
    /// The types cannot be kept as their schemas are.
    case schema
  }

  /// What kind of trouble it is.
  public let reason: Reason
  /// The file, as it was named.
  public let path: String
  /// What exactly went wrong, for a log.
  public let message: String

  /// Describes a failure.
  public init(_ reason: Reason, path: String, message: String) {
    self.reason = reason
    self.path = path
    self.message = message
  }

  /// One line that names the file, the kind of trouble and its details.
  public var description: String {
    "\(path): \(summary) (\(message))"
  }

  private var summary: String {
    switch reason {
    case .corrupt: "the database is damaged or none of this program; it was left as it is"
    case .newerFormat: "the database was written by a newer version; it was left as it is"
    case .busy: "the database is in use by another process"
    case .full: "the disk is full"
    case .inaccessible: "the database cannot be read or written"
    case .schema: "the types do not fit into the database"
    }
  }
}
