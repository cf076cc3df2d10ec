import GRDB
import ModelKit

extension Rooms {
  /// Tells the rooms of a user that the profile changed, those that take the news: the first ones in
  /// this write, the others soon after.
  func profileChanged(of user: UserID, in context: WriteContext) throws {
    try spread(.profile, of: user, in: context)
  }

  /// Leaves all rooms that the user is in or is invited to: the first ones in this write, the others
  /// soon after.
  func userDeactivated(_ user: UserID, in context: WriteContext) throws {
    try spread(.departure, of: user, in: context)
  }

  /// Tells rooms what waits in the database, until the task is cancelled: first what was left over
  /// when the server ended.
  ///
  /// - Parameter log: Is told when the disk fails; it is tried again after a while. And of what in the
  ///   database cannot be understood.
  func spreadNews(log: @escaping @Sendable (String) -> Void) async {
    var last: UserID?
    for await _ in wakings {
      while !Task.isCancelled {
        do {
          let user = last
          last = try await store.write { try self.tellNext(after: user, in: $0, log: log) }
          if last == nil { break }
        } catch {
          log("rooms do not hear of a member: \(error)")
          // Nothing tells when a disk works again; asking it seldom keeps the log short.
          try? await Task.sleep(for: .seconds(10))
        }
      }
    }
  }

  /// Tells some rooms of the user whose turn it is.
  ///
  /// - Returns: That user; nil when no room waits.
  func tellNext(
    after user: UserID?, in context: WriteContext, log: (String) -> Void = { _ in }
  ) throws -> UserID? {
    guard let next = try MemberNews.next(after: user, in: context) else { return nil }
    try tellSome(of: next, in: context, log: log)
    return next
  }

  private func spread(
    _ kind: MemberNews.Kind, of user: UserID, in context: WriteContext
  ) throws {
    // When some of their rooms wait, these do too: who changes much writes no more than others.
    guard try MemberNews.begin(kind, of: user, in: context),
      try tellSome(of: user, in: context)
    else { return }
    // What waits is looked for by a later write, which sees what this one leaves over.
    wake()
  }

  /// - Returns: Whether other rooms of the user wait.
  @discardableResult
  private func tellSome(
    of user: UserID, in context: WriteContext, log: (String) -> Void = { _ in }
  ) throws -> Bool {
    guard let portion = try MemberNews.take(of: user, in: context, log: log) else { return false }
    let profile = try Profiles.memberFields(of: user, in: context.database)
    for room in portion.rooms {
      do {
        try context.attempt { context in
          switch portion.kind {
          case .profile: try tell(room, of: user, profile, in: context)
          case .departure: try leave(room, user: user, in: context)
          }
        }
      } catch let error as DatabaseError {
        throw error
      } catch {
        // A room that refuses, or cannot be read, does not keep the others from hearing of it.
      }
    }
    return portion.isFollowed
  }

  private func tell(
    _ id: RoomID, of user: UserID, _ profile: [JSONObject.Member], in context: WriteContext
  ) throws {
    var content: JSONObject = ["membership": .string(Membership.join.rawValue)]
    content.members += profile
    guard let room = try context.room(id),
      let old = room.content(EventName.member, user.rawValue),
      ["displayname", "avatar_url"].contains(where: { old[$0] != content[$0] })
    else { return }
    let draft = EventDraft(
      room: id, sender: user, type: EventName.member, stateKey: user.rawValue, content: content)
    _ = try append(draft, to: room, id: nil, in: context)
  }
}
