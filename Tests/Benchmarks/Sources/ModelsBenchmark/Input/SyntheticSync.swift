/// The initial sync of a large account, the same on every machine.
///
/// Rooms have very different sizes. Their timelines contain mostly texts, a quarter of them
/// formatted, then membership changes, reactions, pictures, encrypted and redacted messages. Text
/// is in several scripts, unescaped as most servers write it.
struct SyntheticSync {
  static let defaultByteCount = 30_000_000

  private var random: SplitMix
  private let words: SyntheticText
  private let people: [String]
  private var bytes: [UInt8] = []
  private var timestamp = 1_700_000_000_000

  /// The document; its size is the requested one plus at most one room.
  static func document(byteCount: Int = defaultByteCount, seed: UInt64 = 20_261_121) -> [UInt8] {
    var sync = SyntheticSync(seed: seed)
    sync.bytes.reserveCapacity(byteCount + 2_000_000)
    sync.write(byteCount)
    return sync.bytes
  }

  private init(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let words = SyntheticText()
    people = (0..<4000).map { _ in
      "@\(random.pick(words.plain))\(words.token(5, &random)):\(random.pick(words.servers))"
    }
    self.random = random
    self.words = words
  }

  private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func write(_ byteCount: Int) {
    put(#"{"next_batch":"s\#(words.token(30, &random))","account_data":{"events":[]},"#)
    put(#""rooms":{"join":{"#)
    var isFirst = true
    while bytes.count < byteCount {
      if !isFirst { put(",") }
      isFirst = false
      writeRoom()
    }
    put(#"},"invite":{},"leave":{}},"device_one_time_keys_count":{"signed_curve25519":50}}"#)
  }

  private mutating func writeRoom() {
    let members = roomMembers()
    put(#""!\#(words.token(18, &random)):\#(random.pick(words.servers))":{"timeline":{"events":["#)
    let lines = random.pick([10, 20, 20, 50, 100])
    for index in 0..<lines {
      if index > 0 { put(",") }
      writeLine(members)
    }
    put(#"],"prev_batch":"t\#(words.token(30, &random))","limited":true},"state":{"events":["#)
    writeState(members)
    put(#"]},"account_data":{"events":[{"type":"m.fully_read","content":{"event_id":"#)
    put(#""$\#(words.token(43, &random))"}}]},"ephemeral":{"events":["#)
    writeReceipts(members)
    put(#"]},"unread_notifications":{"notification_count":\#(random.below(40)),"#)
    put(#""highlight_count":\#(random.below(3))},"summary":{"m.heroes":["#)
    put(members.prefix(5).map { "\"\($0)\"" }.joined(separator: ","))
    put(#"],"m.joined_member_count":\#(members.count),"m.invited_member_count":0}}"#)
  }

  /// A few rooms have hundreds of members, most have a handful.
  private mutating func roomMembers() -> [String] {
    let size = min(900, max(2, 3 * 1000 / (random.below(1000) + 1)))
    let start = random.below(people.count)
    return (0..<size).map { people[(start + $0 * 7) % people.count] }
  }

  private mutating func writeReceipts(_ members: [String]) {
    put(#"{"type":"m.receipt","content":{"$\#(words.token(43, &random))":{"m.read":{"#)
    let readers = members.prefix(1 + random.below(40)).enumerated()
    for (index, user) in readers {
      put((index > 0 ? "," : "") + #""\#(user)":{"ts":\#(timestamp),"thread_id":"main"}"#)
    }
    put("}}}}")
  }

  private mutating func writeState(_ members: [String]) {
    let owner = members[0]
    let created = [
      ("m.room.create", #"{"room_version":"11","creator":"\#(owner)"}"#),
      ("m.room.name", #"{"name":"\#(words.sentence(3, &random))"}"#),
      ("m.room.topic", #"{"topic":"\#(words.sentence(12, &random))"}"#),
      ("m.room.join_rules", #"{"join_rule":"public"}"#),
      ("m.room.history_visibility", #"{"history_visibility":"shared"}"#),
    ]
    for (type, content) in created {
      writeEvent(type, sender: owner, stateKey: "", content: content)
      put(",")
    }
    for (index, user) in members.enumerated() {
      if index > 0 { put(",") }
      writeMember(user)
    }
  }

  private mutating func writeMember(_ user: String, previous: Bool = false) {
    let name = words.displayName(&random)
    let avatar = random.percent(30) ? "null" : "\"\(media())\""
    let membership = random.pick(["join", "join", "join", "join", "leave", "invite"])
    writeEvent(
      "m.room.member", sender: user, stateKey: user,
      content: #"{"membership":"\#(membership)","displayname":"\#(name)","avatar_url":\#(avatar)}"#,
      unsigned: previous
        ? #","prev_content":{"membership":"join","displayname":"\#(name)","avatar_url":null}"# : "")
  }

  private mutating func media() -> String {
    "mxc://\(random.pick(words.servers))/\(words.token(24, &random))"
  }

  private mutating func writeEvent(
    _ type: String, sender: String, stateKey: String? = nil, content: String, unsigned: String = ""
  ) {
    timestamp += 10 + random.below(90_000)
    put(#"{"type":"\#(type)","sender":"\#(sender)","content":\#(content),"#)
    if let stateKey { put(#""state_key":"\#(stateKey)","#) }
    put(#""origin_server_ts":\#(timestamp),"event_id":"$\#(words.token(43, &random))","#)
    put(#""unsigned":{"age":\#(random.below(1_000_000_000))\#(unsigned)}}"#)
  }
}

extension SyntheticSync {
  private mutating func writeLine(_ members: [String]) {
    let sender = random.pick(members)
    switch random.below(100) {
    case ..<62: writeEvent("m.room.message", sender: sender, content: textContent())
    case ..<68: writeEvent("m.room.message", sender: sender, content: imageContent())
    case ..<80: writeEvent("m.reaction", sender: sender, content: reactionContent())
    case ..<93: writeMember(sender, previous: true)
    case ..<97: writeEvent("m.room.encrypted", sender: sender, content: encryptedContent())
    default:
      writeEvent(
        "m.room.message", sender: sender, content: "{}",
        unsigned: #","redacted_because":{"type":"m.room.redaction","content":{"reason":"spam"}}"#)
    }
  }

  private mutating func textContent() -> String {
    let body = words.sentence(1 + random.below(28), &random)
    var content = #"{"msgtype":"m.text","body":"\#(body)""#
    if random.percent(25) {
      content += #","format":"org.matrix.custom.html","formatted_body":"<p>\#(body)</p>""#
    }
    if random.percent(18) {
      let event = words.token(43, &random)
      content += #","m.relates_to":{"m.in_reply_to":{"event_id":"$\#(event)"}}"#
    }
    return content + "}"
  }

  private mutating func imageContent() -> String {
    #"{"msgtype":"m.image","body":"IMG_\#(random.below(9999)).jpg","url":"\#(media())","info":{"#
      + #""w":\#(100 + random.below(4000)),"h":\#(100 + random.below(4000)),"#
      + #""mimetype":"image/jpeg","size":\#(random.below(9_000_000)),"#
      + #""thumbnail_url":"\#(media())","xyz.blurhash":"\#(words.token(36, &random))"}}"#
  }

  private mutating func reactionContent() -> String {
    let key = random.pick(["👍", "❤️", "😂", "🎉", "+1"])
    return #"{"m.relates_to":{"event_id":"$\#(words.token(43, &random))","key":"\#(key)","#
      + #""rel_type":"m.annotation"}}"#
  }

  private mutating func encryptedContent() -> String {
    #"{"algorithm":"m.megolm.v1.aes-sha2","ciphertext":"\#(words.token(200 + random.below(700), &random))","#
      + #""session_id":"\#(words.token(43, &random))"}"#
  }
}
