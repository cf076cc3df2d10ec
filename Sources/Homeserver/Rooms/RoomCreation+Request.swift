import MatrixWire
import ModelKit

extension RoomCreation {
  /// - Throws: `M_UNSUPPORTED_ROOM_VERSION`, `M_INVALID_PARAM`, `M_THREEPID_DENIED`.
  init(
    _ request: RawCreateRoom, creator: UserID, configuration: HomeserverConfiguration
  ) throws {
    let standard = configuration.mintsVersion12 ? RoomVersion.v12 : .v11
    guard let version = RoomVersion(rawValue: request.version ?? standard.rawValue) else {
      throw MatrixError.unknownRoomVersion
    }
    self.init(creator: creator, version: version)
    switch request.visibility ?? "private" {
    case "public": isListed = true
    case "private": break
    default: throw MatrixError.badJSON("'visibility' must be public or private")
    }
    guard let preset = RoomPreset(rawValue: request.preset ?? standardPreset.rawValue) else {
      throw MatrixError.badJSON("'preset' is unknown")
    }
    self.preset = preset
    alias = try request.aliasName.map { try Self.alias($0, configuration) }
    name = request.name
    topic = request.topic
    isDirect = request.isDirect ?? false
    guard request.thirdPartyInvites?.isEmpty ?? true else { throw MatrixError.noThirdParties }
    invites = try Self.users(request.invite ?? [])
    content = try Self.creationContent(request.creationContent ?? [:], version)
    powerLevels = request.powerLevels ?? [:]
    let state = request.initialState ?? []
    guard state.count <= Self.maximumState else {
      throw MatrixError.invalid("'initial_state' may have at most \(Self.maximumState) events")
    }
    initialState = state.map {
      State(key: StateKey($0.type, $0.stateKey ?? ""), content: $0.content)
    }
  }

  private var standardPreset: RoomPreset { isListed ? .publicChat : .privateChat }

  private static func alias(
    _ name: String, _ configuration: HomeserverConfiguration
  ) throws -> RoomAlias {
    guard !name.utf8.contains(UInt8(ascii: ":")) else {
      throw MatrixError.invalid("'room_alias_name' must be the local part of the alias")
    }
    return try RoomAlias.new("#\(name):\(configuration.serverName)")
  }

  private static func users(_ texts: [String]) throws -> [UserID] {
    guard texts.count <= maximumInvites else {
      throw MatrixError.invalid("at most \(maximumInvites) users can be invited at once")
    }
    var seen: Set<UserID> = []
    return try texts.compactMap { text in
      guard let user = UserID(text) else {
        throw MatrixError.invalid("'\(text)' in 'invite' is not a valid user id")
      }
      return seen.insert(user).inserted ? user : nil
    }
  }

  private static func creationContent(
    _ content: JSONObject, _ version: RoomVersion
  ) throws -> JSONObject {
    guard version.areCreatorsAbove, let creators = content["additional_creators"] else {
      return content
    }
    guard let creators = creators.array,
      creators.allSatisfy({ $0.string.flatMap(UserID.init) != nil })
    else { throw MatrixError.invalid("'additional_creators' must be a list of user ids") }
    return content
  }
}

extension MatrixError {
  static let unknownRoomVersion = MatrixError(
    400, "M_UNSUPPORTED_ROOM_VERSION", "this server cannot create rooms of this version")
  /// This server knows no mail addresses and telephone numbers.
  static let noThirdParties = MatrixError(
    403, "M_THREEPID_DENIED", "this server supports invites by user id only")
}
