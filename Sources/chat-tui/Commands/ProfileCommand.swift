import ArgumentParser
import Controllers
import Models
import Signals
import ViewModels

/// `chat-tui profile`: shows what the server knows about a person.
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "Show a person's profile, by default your own.")

  @OptionGroup var common: CommonOptions
  @OptionGroup var account: AccountOption

  @Flag(help: "Print a JSON object.")
  var json = false

  @Argument(help: "The user ID, for example @ada:example.org.")
  var user: String?

  func validate() throws {
    if let user, UserID(user) == nil {
      throw ValidationError("\(user) is not a user ID such as @ada:example.org")
    }
  }

  func run() throws {
    let directories = try common.directories()
    let (json, user) = (json, user.flatMap { UserID($0) })
    let account = account
    Blocking.run { @MainActor in
      let composition = Composition.forCommand(directories)
      let session = try await composition.restoredSession(of: account)
      _ = try await composition.currentRooms(of: session)
      guard let profile = try await session.profiles.refresh(user ?? session.userID).first() else {
        throw CommandFailure(message: "the server returned no profile for this person")
      }
      let record = ProfileRecord(profile)
      if json {
        Output.standardOutput(try JSONOutput.text(record))
      } else {
        record.lines.forEach(Output.line)
      }
    }
  }
}

/// A person as `profile --json` prints them.
struct ProfileRecord: Encodable {
  let id: String
  let name: String?
  let avatar: String?
  let friends: Int?
  let commonRooms: [String]
  private let shownName: String

  private enum CodingKeys: CodingKey {
    case id, name, avatar, friends, commonRooms
  }

  init(_ profile: Profile) {
    id = profile.user.id.rawValue
    name = profile.user.displayName
    avatar = profile.user.avatar?.description
    friends = profile.friendCount
    commonRooms = profile.commonRooms.map(\.id.rawValue)
    shownName = Names.text(profile.user)
  }

  var lines: [String] {
    [shownName, id, Names.friends(friends)].filter { !$0.isEmpty }
      + ["\(commonRooms.count) \(commonRooms.count == 1 ? "room" : "rooms") in common"]
  }
}
