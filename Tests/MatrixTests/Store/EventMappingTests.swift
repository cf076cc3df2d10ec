import Testing

@testable import Matrix
@testable import MatrixWire
@testable import Models

@Suite("Event mapping")
struct EventMappingTests {
  private func line(_ json: String) throws -> MessageContent? {
    let event: RawEvent = try decoded(json)
    guard case .line(let line, _) = TimelineItem.Event(event)?.item else { return nil }
    return line.content
  }

  private func message(_ content: String, type: String = "m.room.message") throws -> MessageContent?
  {
    try line(
      #"{"event_id":"$e","type":"\#(type)","sender":"@a:x","content":\#(content)}"#)
  }

  private func state(
    _ type: String, _ content: String, previous: String = "null", key: String = "",
    sender: String = "@a:x"
  ) throws -> MessageContent? {
    try line(
      #"{"event_id":"$e","type":"\#(type)","sender":"\#(sender)","state_key":"\#(key)","#
        + #""content":\#(content),"unsigned":{"prev_content":\#(previous)}}"#)
  }

  @Test(
    "texts, notices and emotes map to text",
    arguments: [
      ("m.text", TextContent.Kind.plain), ("m.notice", .notice), ("m.emote", .emote),
    ])
  func texts(type: String, kind: TextContent.Kind) throws {
    #expect(
      try message(#"{"msgtype":"\#(type)","body":"hi"}"#)
        == .text(TextContent(body: "hi", kind: kind)))
  }

  @Test("an event of an unknown type is shown by the text that it brings along")
  func unknownType() throws {
    let cases = [
      (#"{"body":"plain"}"#, "plain"), (#"{"org.matrix.msc1767.text":"older"}"#, "older"),
      (#"{"m.text":[{"body":"newer"},{"mimetype":"text/html","body":"<b>newer</b>"}]}"#, "newer"),
    ]
    for (content, fallback) in cases {
      guard case .unknown(let unknown)? = try message(content, type: "org.example.poll") else {
        Issue.record("\(content) is not shown")
        continue
      }
      #expect(unknown.fallback == fallback)
      #expect(unknown.type == "org.example.poll")
    }
    for content in ["{}", #"{"body":""}"#, #"{"body":7,"m.text":{}}"#, #"{"candidates":[]}"#] {
      #expect(try message(content, type: "m.call.candidates") == nil)
    }
  }

  @Test("settings of a room are told when they change, not when they come with the room")
  func roomChanges() throws {
    func change(_ type: String, _ new: String, from old: String = "null") throws -> RoomChange? {
      guard case .roomChange(let change)? = try state(type, new, previous: old) else { return nil }
      return change
    }
    let (open, closed) = (#"{"join_rule":"public"}"#, #"{"join_rule":"invite"}"#)
    #expect(try change(EventType.joinRules, open) == nil)
    #expect(try change(EventType.joinRules, open, from: open) == nil)
    #expect(try change(EventType.joinRules, open, from: closed) == .joinRule("public"))
    #expect(try change(EventType.joinRules, #"{"join_rule":7}"#, from: closed) == nil)
    #expect(
      try change(
        EventType.historyVisibility, #"{"history_visibility":"joined"}"#, from: "{}")
        == .historyVisibility("joined"))
    #expect(
      try change(EventType.guestAccess, #"{"guest_access":"can_join"}"#, from: "{}")
        == .guestAccess(isOpen: true))
    #expect(try change(EventType.avatar, #"{"url":"mxc://x/y"}"#) == .picture(isRemoved: false))
    #expect(
      try change(EventType.avatar, "{}", from: #"{"url":"mxc://x/y"}"#) == .picture(isRemoved: true)
    )
    #expect(try change(EventType.avatar, "{}") == nil)
    #expect(try change(EventType.canonicalAlias, ##"{"alias":"#a:x"}"##) == .address("#a:x"))
    #expect(try change(EventType.canonicalAlias, #"{"alias":"no alias"}"#) == nil)
    #expect(try change(EventType.serverACL, #"{"allow":["*"]}"#) == .servers)
    #expect(try change(EventType.tombstone, #"{"body":"moved"}"#) == .replacement("moved"))
  }

  @Test("new power levels name the people whose level changed")
  func powers() throws {
    func powers(_ new: String, from old: String) throws -> [PowerChange]? {
      guard
        case .roomChange(.powers(let changes))? = try state(
          EventType.powerLevels, new, previous: old)
      else { return nil }
      return changes
    }
    let (ada, ben) = (try #require(UserID("@ada:x")), try #require(UserID("@ben:x")))
    #expect(
      try powers(
        #"{"users":{"@ada:x":50,"@ben:x":"7","bad":9}}"#, from: #"{"users":{"@ben:x":100}}"#)
        == [
          PowerChange(user: ada, level: 50, isOrdinary: false),
          PowerChange(user: ben, level: 7, isOrdinary: false),
        ])
    #expect(
      try powers(#"{"users":{}}"#, from: #"{"users":{"@ada:x":50}}"#)
        == [PowerChange(user: ada, level: 0, isOrdinary: true)])
    #expect(try powers(#"{"ban":10}"#, from: #"{"ban":50}"#) == [])
    #expect(try powers(#"{"ban":10}"#, from: "null") == nil)
    #expect(try powers(#"{"users":[]}"#, from: #"{"users":"all"}"#) == [])
  }

  @Test("an unknown kind keeps its fallback text and its content")
  func unknown() throws {
    let content = #"{"body":"Tea","leaves":2,"msgtype":"org.tea"}"#

    #expect(
      try message(content)
        == .unknown(UnknownContent(type: "org.tea", fallback: "Tea", json: content)))
  }

  @Test("files keep names, sizes and captions; locations keep their description")
  func files() throws {
    #expect(
      try message(
        #"{"msgtype":"m.file","body":"see page 3","filename":"a.pdf","info":{"size":81000}}"#)
        == .file(
          FileContent(kind: .file, name: "a.pdf", caption: "see page 3", byteCount: 81_000)))
    #expect(
      try message(
        #"{"msgtype":"m.video","body":"a.mp4","filename":"a.mp4","#
          + #""info":{"w":640,"h":480,"duration":12000,"size":-1}}"#)
        == .file(
          FileContent(
            kind: .video, name: "a.mp4", width: 640, height: 480, durationMilliseconds: 12_000)))
    #expect(
      try message(#"{"msgtype":"m.audio","body":"a.ogg","info":7}"#)
        == .file(FileContent(kind: .audio, name: "a.ogg")))
    let long = String(repeating: "x", count: 5000)
    #expect(
      try message(#"{"msgtype":"m.file","body":"\#(long)"}"#)
        == .file(FileContent(kind: .file, name: String(long.prefix(Limits.name)))))
    #expect(
      try message(#"{"msgtype":"m.location","body":"Tea","geo_uri":"geo:1,2"}"#)
        == .location("Tea (geo:1,2)"))
  }

  @Test("a caption has the formats of a text, which a name has not")
  func captionFormats() throws {
    let html = #""format":"org.matrix.custom.html","formatted_body":"<b>our</b> cat""#
    for type in ["m.image", "m.video"] {
      let shown = try #require(
        try message(#"{"msgtype":"\#(type)","body":"**our** cat","filename":"a",\#(html)}"#))
      #expect(shown.formatted?.blocks.first?.runs.first == TextRun("our", .strong), "\(type)")
      #expect(!shown.lacksFormats)
      let bare = try #require(try message(#"{"msgtype":"\#(type)","body":"cat",\#(html)}"#))
      #expect(bare.formatted == nil, "\(type)")
    }
  }

  @Test(
    "files keep their address and type; voice messages are told; encrypted files have no address")
  func fileAddresses() throws {
    let source = try #require(MediaURI("mxc://x/y"))
    #expect(
      try message(
        #"{"msgtype":"m.file","body":"a.pdf","url":"mxc://x/y","info":{"mimetype":"a/b"}}"#)
        == .file(FileContent(kind: .file, name: "a.pdf", source: source, mimeType: "a/b")))
    for mark in ["org.matrix.msc3245.voice", "m.voice"] {
      #expect(
        try message(
          #"{"msgtype":"m.audio","body":"v.ogg","url":"mxc://x/y","\#(mark)":{},"#
            + #""org.matrix.msc1767.audio":{"duration":3400}}"#)
          == .file(
            FileContent(
              kind: .voice, name: "v.ogg", source: source, durationMilliseconds: 3400)))
    }
    #expect(
      try message(
        #"{"msgtype":"m.file","body":"a","url":"mxc://x/y","file":{"url":"mxc://x/z"}}"#)
        == .file(FileContent(kind: .file, name: "a", isEncrypted: true)))
    #expect(
      try message(#"{"msgtype":"m.image","body":"a","file":{"url":"mxc://x/z"}}"#)
        == .image(ImageContent(body: "a", isEncrypted: true)))
    #expect(
      try message(
        #"{"msgtype":"m.image","body":"a","file":{"url":"mxc://x/z"},"#
          + #""info":{"thumbnail_url":"mxc://x/t"}}"#)
        == .image(ImageContent(body: "a", isEncrypted: true)))
    #expect(
      try message(
        #"{"msgtype":"m.audio","body":"a","url":"mxc://../x","info":{"duration":-5}}"#)
        == .file(FileContent(kind: .audio, name: "a")))
    let long = String(repeating: "~", count: 167)
    #expect(
      try message(
        #"{"msgtype":"m.image","body":"a","info":{"xyz.amorgan.blurhash":"\#(long)"}}"#)
        == .image(ImageContent(body: "a")))
  }

  @Test("mentions are kept; a malformed list means none")
  func mentions() throws {
    func mentions(_ json: String) throws -> Mentions? {
      let event: RawEvent = try decoded(
        #"{"event_id":"$e","type":"m.room.message","sender":"@a:x","#
          + #""content":{"msgtype":"m.text","body":"x"\#(json)}}"#)
      guard case .line(let line, _) = TimelineItem.Event(event)?.item else { return nil }
      return line.mentions
    }
    let user = try #require(UserID("@u:x"))
    #expect(try mentions("") == nil)
    #expect(try mentions(#","m.mentions":7"#) == nil)
    #expect(try mentions(#","m.mentions":{}"#) == Mentions())
    #expect(
      try mentions(#","m.mentions":{"user_ids":["@u:x",7,"nobody"],"room":true}"#)
        == Mentions(users: [user], isForRoom: true))
    let many = Array(repeating: #""@u:x""#, count: 5000).joined(separator: ",")
    #expect(
      try mentions(#","m.mentions":{"user_ids":[\#(many)]}"#)?.users.count == Limits.mentions)
  }

  @Test("a message without a readable text or kind maps to unknown")
  func broken() throws {
    for content in ["{}", #"{"msgtype":"m.text"}"#, #"{"msgtype":5,"body":"x"}"#, #"{"body":"x"}"#]
    {
      let mapped = try message(content)
      #expect({ if case .unknown = mapped { true } else { false } }(), "\(content)")
    }
  }

  @Test("pictures keep their address and sizes, except malformed ones")
  func pictures() throws {
    #expect(
      try message(
        #"{"msgtype":"m.image","body":"a.png","url":"mxc://x/y","#
          + #""info":{"w":3,"h":4.0,"size":99,"mimetype":"image/png"}}"#)
        == .image(
          ImageContent(
            body: "a.png", source: MediaURI("mxc://x/y"), mimeType: "image/png", width: 3,
            height: 4, byteCount: 99)))
    #expect(
      try message(
        #"{"msgtype":"m.image","body":"a","url":"mxc://../../x","info":{"w":-1,"h":"4"}}"#)
        == .image(ImageContent(body: "a")))
    #expect(
      try message(#"{"body":"sun","url":"mxc://x/y"}"#, type: "m.sticker")
        == .sticker(ImageContent(body: "sun", source: MediaURI("mxc://x/y"))))
  }

  @Test("pictures and videos keep the address of their thumbnail, except a malformed one")
  func thumbnails() throws {
    let thumbnail = FileThumbnail(source: try #require(MediaURI("mxc://x/t")), byteCount: 7)
    let info =
      #""info":{"thumbnail_url":"mxc://x/t","thumbnail_info":{"size":7,"w":1,"h":1}}"#
    #expect(
      try message(#"{"msgtype":"m.image","body":"a",\#(info)}"#)
        == .image(ImageContent(body: "a", thumbnail: thumbnail)))
    #expect(
      try message(#"{"msgtype":"m.video","body":"a",\#(info)}"#)
        == .file(FileContent(kind: .video, name: "a", thumbnail: thumbnail)))
    for address in [#""mxc://../../x""#, #""http://127.0.0.1/x""#, "7"] {
      #expect(
        try message(
          #"{"msgtype":"m.image","body":"a","info":{"thumbnail_url":\#(address)}}"#)
          == .image(ImageContent(body: "a")), "\(address)")
    }
    #expect(
      try message(
        #"{"msgtype":"m.image","body":"a","info":{"thumbnail_url":"mxc://x/t","#
          + #""thumbnail_info":{"size":-1}}}"#)
        == .image(ImageContent(body: "a", thumbnail: thumbnail.with { $0.byteCount = nil })))
  }

  @Test("hostile text is kept, and truncated where too long")
  func hostile() throws {
    let word = String(repeating: "x", count: 70_000)
    let mapped = try message(#"{"msgtype":"m.text","body":"\#(word)"}"#)
    #expect(mapped == .text(TextContent(body: String(word.prefix(Limits.body)))))
    #expect("aé".cut(toBytes: 2) == "a")
    #expect("a😀".cut(toBytes: 4) == "a")
    #expect("a😀".cut(toBytes: 5) == "a😀")
    #expect(
      try message(#"{"msgtype":"m.text","body":"\u001b[2J\u202e"}"#)
        == .text(TextContent(body: "\u{1B}[2J\u{202E}")))
  }

  @Test("a reply is shown without the quotation of older clients")
  func replies() throws {
    func reply(_ body: String) throws -> MessageContent? {
      try message(
        #"{"msgtype":"m.text","body":"\#(body)","#
          + #""m.relates_to":{"m.in_reply_to":{"event_id":"$x"}}}"#)
    }
    #expect(try reply(#"> <@a:x> one\n> two\n\nanswer"#) == .text(TextContent(body: "answer")))
    #expect(try reply("> only quoted") == .text(TextContent(body: "> only quoted")))
    #expect(
      try message(#"{"msgtype":"m.text","body":"> not a reply\n\nx"}"#)
        == .text(TextContent(body: "> not a reply\n\nx")))
  }

  @Test(
    "membership changes depend on the previous state",
    arguments: [
      ("leave", "join", true, MembershipChange.Kind.joined), ("invite", "join", true, .joined),
      ("leave", "invite", false, .invited), ("invite", "leave", true, .declined),
      ("invite", "leave", false, .withdrawn), ("join", "leave", true, .left),
      ("join", "leave", false, .kicked), ("join", "ban", false, .banned),
      ("ban", "leave", false, .unbanned), ("leave", "knock", true, .knocked),
      ("knock", "leave", true, .withdrawn), ("knock", "leave", false, .declined),
    ])
  func membership(before: String, after: String, isOwn: Bool, kind: MembershipChange.Kind) throws {
    let mapped = try state(
      EventType.member, #"{"membership":"\#(after)"}"#, previous: #"{"membership":"\#(before)"}"#,
      key: "@u:x", sender: isOwn ? "@u:x" : "@a:x")

    #expect(
      mapped
        == .membership(MembershipChange(user: try #require(UserID("@u:x")), kind: kind)))
  }

  @Test("a changed name or picture is a line; no change is not")
  func profiles() throws {
    func change(_ new: String, from old: String) throws -> MembershipChange.Kind? {
      let mapped = try state(
        EventType.member, #"{"membership":"join"\#(new)}"#,
        previous: #"{"membership":"join"\#(old)}"#, key: "@u:x", sender: "@u:x")
      guard case .membership(let change) = mapped else { return nil }
      return change.kind
    }
    #expect(try change(#","displayname":"B""#, from: "") == .renamed(from: nil, to: "B"))
    #expect(
      try change(#","displayname":"""#, from: #","displayname":"A""#)
        == .renamed(from: "A", to: nil))
    #expect(try change(#","avatar_url":"mxc://x/y""#, from: "") == .changedAvatar)
    #expect(try change("", from: "") == nil)
    #expect(try change(#","displayname":7"#, from: #","displayname":null"#) == nil)
  }

  @Test("names, topics, creation and encryption are lines")
  func roomState() throws {
    #expect(try state(EventType.name, #"{"name":"Tea"}"#) == .roomName("Tea"))
    #expect(try state(EventType.name, "{}", previous: #"{"name":"Tea"}"#) == .roomName(nil))
    #expect(try state(EventType.name, #"{"name":"Tea"}"#, previous: #"{"name":"Tea"}"#) == nil)
    #expect(try state(EventType.topic, #"{"topic":"x"}"#) == .roomTopic("x"))
    #expect(try state(EventType.create, "{}") == .roomCreated)
    #expect(try state(EventType.encryption, "{}") == .encryptionEnabled)
    #expect(try state(EventType.encryption, "{}", key: "x") == nil)
    #expect(try state("org.example.unknown", "{}") == nil)
  }

  @Test(
    "times are clamped",
    arguments: [
      ("-5", 0), ("9223372036854775807", 253_402_300_799_999), ("1e999", 253_402_300_799_999),
      (#""x""#, 0),
      ("12", 12),
    ] as [(String, Int64)])
  func times(json: String, milliseconds: Int64) throws {
    let event: RawEvent = try decoded(
      #"{"event_id":"$e","type":"m.room.create","state_key":"","sender":"@a:x","content":{},"#
        + #""origin_server_ts":\#(json)}"#)
    guard case .line(let line, _) = TimelineItem.Event(event)?.item else {
      Issue.record("no line")
      return
    }
    #expect(line.timestamp.milliseconds == milliseconds)
  }

  @Test("an event with a malformed id or sender is dropped")
  func malformed() {
    for (id, sender) in [("e", "@a:x"), ("$e", "a"), ("", ""), ("$e\u{1B}", "@a:x")] {
      let event = RawEvent(eventID: id, type: EventType.message, sender: sender)
      #expect(TimelineItem.Event(event) == nil)
    }
  }
}
