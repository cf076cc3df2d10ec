/// Why a persistence operation failed; it changed nothing.
public struct ModelPersistenceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The category of the failure.
  public enum Reason: Hashable, Sendable {
    /// The file was not written by this program, or it is damaged.
    case corrupt
    /// A newer version of the program wrote the file.
    case newerFormat
    /// Another process locked the file for longer than the time limit.
    case busy
    /// There is no room on the disk.
    case full
    /// The file cannot be opened, read or written.
    case inaccessible
    /// The database cannot store the types with their current schemas.
    case schema
  }

  /// The category of the failure.
  public let reason: Reason
  /// The path of the file, as the caller passed it.
  public let path: String
  /// The details, for a log.
  public let message: String

  /// Describes a failure.
  public init(_ reason: Reason, path: String, message: String) {
    self.reason = reason
    self.path = path
    self.message = message
  }

  /// One line with the file, the category and the details.
  public var description: String {
    "\(path): \(summary) (\(message))"
  }

  private var summary: String {
    switch reason {
    case .corrupt: "the database is damaged or from another program; it was left unchanged"
    case .newerFormat: "a newer version wrote the database; it was left unchanged"
    case .busy: "the database is in use by another process"
    case .full: "the disk is full"
    case .inaccessible: "the database cannot be read or written"
    case .schema: "the database cannot store these types"
    }
  }
}
