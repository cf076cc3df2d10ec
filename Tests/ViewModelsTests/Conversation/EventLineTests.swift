import Controllers
import Models
import Signals
import Support
import Testing
import ViewModels

@Suite("Lines about events")
@MainActor
struct EventLineTests {
  private static func membership(
    _ kind: MembershipChange.Kind, of user: User = .grace, reason: String? = nil
  ) -> MessageContent {
    .membership(
      MembershipChange(
        user: user.id, displayName: user.displayName, kind: kind, reason: reason))
  }

  /// A message by Linus, with the text of its row and its preview in the room list.
  nonisolated static let cases: [(MessageContent, String, String)] = [
    (.text(TextContent(body: "hello")), "hello", "Linus: hello"),
    (
      .text(TextContent(body: "\u{200B}\u{2060} ")), "[empty message] \u{200B}\u{2060} ",
      "Linus: [empty message] \u{200B}\u{2060} "
    ),
    (.text(TextContent(body: "waves", kind: .emote)), "waves", "* Linus waves"),
    (
      .image(
        ImageContent(
          body: "cat.png", mimeType: "image/png", width: 640, height: 480, byteCount: 82_000)),
      "[image cat.png 640x480 82 kB]", "Linus: [image cat.png 640x480 82 kB]"
    ),
    (
      .sticker(ImageContent(body: "wave", byteCount: 3_200_000)), "[sticker wave 3 MB]",
      "Linus: [sticker wave 3 MB]"
    ),
    (
      .image(ImageContent(body: "big", width: 1 << 52, height: 1 << 52)), "[image big]",
      "Linus: [image big]"
    ),
    (
      .image(ImageContent(body: "", byteCount: -1)), "[image 0 B]", "Linus: [image 0 B]"
    ),
    (.unsentAction(.reaction("👍")), "[reaction 👍]", "Linus: [reaction 👍]"),
    (
      .unsentAction(.edit("new\ntext")), "[new text of a message: new text]",
      "Linus: [new text of a message: new text]"
    ),
    (.unsentAction(.removal), "[removal of a message]", "Linus: [removal of a message]"),
    (.unsentAction(.vote), "[vote in a poll]", "Linus: [vote in a poll]"),
    (.unsentAction(.pollEnd), "[end of a poll]", "Linus: [end of a poll]"),
    (.unsentAction(.pin), "[pin of a message]", "Linus: [pin of a message]"),
    (.unsentAction(.unpin), "[end of a pin]", "Linus: [end of a pin]"),
    (
      .poll(PollContent(question: "Fruit?\nNow", answers: [PollAnswer(key: "a", text: "Fig")])),
      "[poll] Fruit?\nNow", "Linus: [poll] Fruit?\nNow"
    ),
    (.unsentAction(.other("m.poll")), "[event m.poll]", "Linus: [event m.poll]"),
    (
      .unknown(UnknownContent(type: "m.poll", fallback: "A poll", json: "{}")), "A poll",
      "Linus: A poll"
    ),
    (
      .unknown(UnknownContent(type: "m.poll", json: "{}")), "[unsupported message type m.poll]",
      "Linus: [unsupported message type m.poll]"
    ),
    (
      .image(ImageContent(body: "cat.png", caption: "my\ncat", width: 9, height: 9)),
      "[image cat.png 9x9] my\ncat", "Linus: [image cat.png 9x9] my\ncat"
    ),
    (
      .file(FileContent(kind: .file, name: "report.pdf", byteCount: 81_000)),
      "[file report.pdf 81 kB]", "Linus: [file report.pdf 81 kB]"
    ),
    (
      .file(FileContent(kind: .file, name: "\u{200B}\u{2060} ", byteCount: 9)),
      "[file (no name) 9 B]", "Linus: [file (no name) 9 B]"
    ),
    (
      .file(FileContent(kind: .audio, name: "song.ogg", durationMilliseconds: 3_725_400)),
      "[audio song.ogg 1:02:05]", "Linus: [audio song.ogg 1:02:05]"
    ),
    (
      .file(
        FileContent(
          kind: .video, name: "clip.mp4", caption: "look", width: 640, height: 480,
          durationMilliseconds: 12_000, byteCount: 3_000_000)),
      "[video clip.mp4 640x480 0:12 3 MB] look", "Linus: [video clip.mp4 640x480 0:12 3 MB] look"
    ),
    (
      .file(FileContent(kind: .file, name: "a\n12:00 Grace\tx", durationMilliseconds: .max)),
      "[file a 12:00 Grace x]", "Linus: [file a 12:00 Grace x]"
    ),
    (
      .file(FileContent(kind: .file, name: String(repeating: "long ", count: 200) + "name.pdf")),
      "[file long long long long long long long long long…g long name.pdf]",
      "Linus: [file long long long long long long long long long…g long name.pdf]"
    ),
    (
      .file(
        FileContent(
          kind: .voice, name: "Voice message.ogg", durationMilliseconds: 7_400, byteCount: 31_000)),
      "[voice message Voice message.ogg 0:07 31 kB]",
      "Linus: [voice message Voice message.ogg 0:07 31 kB]"
    ),
    (
      .file(FileContent(kind: .audio, name: "a.ogg", isEncrypted: true, byteCount: 9)),
      "[audio a.ogg 9 B] 🔒 encrypted: this version cannot read it",
      "Linus: [audio a.ogg 9 B] 🔒 encrypted: this version cannot read it"
    ),
    (.location("Big\nBen"), "[location Big Ben]", "Linus: [location Big Ben]"),
    (
      .call, "Linus calls (a call cannot be answered here)",
      "· Linus calls (a call cannot be answered here)"
    ),
    (.redacted, "Message removed", "· Message removed"),
    (.roomCreated, "Linus created the room", "· Linus created the room"),
    (.roomName("Swift"), "Linus named the room “Swift”", "· Linus named the room “Swift”"),
    (
      .roomName("A\n B\t\r\nC"), "Linus named the room “A B C”",
      "· Linus named the room “A B C”"
    ),
    (
      .membership(
        MembershipChange(user: User.grace.id, displayName: "G\u{2028}\n12:00 Ada", kind: .joined)),
      "G 12:00 Ada joined", "· G 12:00 Ada joined"
    ),
    (.roomName(nil), "Linus removed the room's name", "· Linus removed the room's name"),
    (
      .roomTopic("Talk\nGrace joined"), "Linus set the topic: Talk Grace joined",
      "· Linus set the topic: Talk Grace joined"
    ),
    (.roomTopic(nil), "Linus removed the topic", "· Linus removed the topic"),
    (.encryptionEnabled, "Linus turned on encryption", "· Linus turned on encryption"),
  ]

  nonisolated static let memberships: [(MembershipChange.Kind, String?, String)] = [
    (.joined, nil, "Grace joined"),
    (.left, "bye", "Grace left: bye"),
    (.invited, nil, "Linus invited Grace"),
    (.declined, "not now", "Linus declined the request of Grace: not now"),
    (.withdrawn, nil, "Linus withdrew the invite for Grace"),
    (.kicked, "spam\nAda left", "Linus removed Grace: spam Ada left"),
    (.banned, nil, "Linus banned Grace"),
    (.unbanned, nil, "Linus unbanned Grace"),
    (.knocked, "please", "Grace asked to join: please"),
    (.renamed(from: "Gracie", to: "Grace"), nil, "Gracie is now called Grace"),
    (.renamed(from: nil, to: "Grace"), nil, "@grace:example.org is now called Grace"),
    (.renamed(from: "Grace", to: nil), nil, "Grace removed their name"),
    // Another person has the name.
    (
      .renamed(from: "Linus", to: "Gracie"), nil,
      "@grace:example.org (Linus) is now called Gracie"
    ),
    (
      .renamed(from: "Gracie", to: "Linus"), nil,
      "Gracie is now called @grace:example.org (Linus)"
    ),
    (.renamed(from: "Linus", to: nil), nil, "@grace:example.org (Linus) removed their name"),
    (.changedAvatar, nil, "Grace changed their picture"),
  ]

  nonisolated static let roomChanges: [(RoomChange, String)] = [
    (.picture(isRemoved: false), "Linus changed the room's picture"),
    (.picture(isRemoved: true), "Linus removed the room's picture"),
    (.address("#tea:example.org"), "Linus gave the room the address #tea:example.org"),
    (.address(nil), "Linus removed the room's address"),
    (.joinRule("public"), "Linus opened the room to everybody"),
    (.joinRule("invite"), "Linus made the room open to invited people only"),
    (.joinRule("knock"), "Linus lets people ask to join"),
    (.joinRule("restricted"), "Linus lets members of certain rooms join"),
    (.joinRule("x\n·"), "Linus changed who may join"),
    (.historyVisibility("world_readable"), "Linus lets everybody read the room, members or not"),
    (.historyVisibility("joined"), "Linus lets members read messages since they joined"),
    (.historyVisibility("x"), "Linus changed who may read older messages"),
    (.guestAccess(isOpen: true), "Linus lets guests join"),
    (.guestAccess(isOpen: false), "Linus no longer lets guests join"),
    (.powers([]), "Linus changed what members may do"),
    (
      .powers([
        PowerChange(user: User.grace.id, level: 100, isOrdinary: false),
        PowerChange(user: User.ada.id, level: 0, isOrdinary: true),
      ]), "Linus made Grace an administrator, made Ada an ordinary member"
    ),
    (
      .powers(
        Array(repeating: PowerChange(user: User.grace.id, level: 7, isOrdinary: false), count: 5)),
      "Linus gave Grace the power level 7, gave Grace the power level 7, gave Grace the power level 7, "
        + "and changed the powers of 2 more"
    ),
    (.servers, "Linus changed which servers may take part"),
    (.replacement("too\n· old"), "Linus moved the room to a new one: too · old"),
    (.replacement(nil), "Linus moved the room to a new one"),
  ]

  @Test("a change of the room is one sentence", arguments: roomChanges)
  func roomChange(change: RoomChange, text: String) {
    #expect(rowText(.roomChange(change)) == text)
  }

  @Test("an event has its line in the timeline and in the list", arguments: cases)
  func line(content: MessageContent, row: String, preview: String) {
    #expect(rowText(content) == row)
    #expect(previewText(content, from: .linus) == preview)
  }

  @Test("a change of membership says who did what to whom", arguments: memberships)
  func membership(kind: MembershipChange.Kind, reason: String?, text: String) {
    #expect(rowText(Self.membership(kind, reason: reason)) == text)
  }

  @Test("what people do of themselves with an invite, or their request to join")
  func ownMemberships() {
    func text(_ kind: MembershipChange.Kind) -> String? {
      rowText(Self.membership(kind)) { $0.sender = User.grace.id }
    }
    #expect(text(.declined) == "Grace declined the invite")
    #expect(text(.withdrawn) == "Grace took the request to join back")
  }

  @Test("a person with a missing or blank name is shown with the known one")
  func blankName() {
    for name in [nil, "", " \n", "\u{2800}"] {
      let change = MembershipChange(user: User.grace.id, displayName: name, kind: .joined)
      #expect(rowText(.membership(change)) == "Grace joined")
    }
    #expect(rowText(.roomName("\u{2800}")) == "Linus removed the room's name")
    let renamed = MembershipChange.Kind.renamed(from: "  ", to: "\u{3164}")
    #expect(
      rowText(Self.membership(renamed)) == "@grace:example.org removed their name")
  }

  @Test("the list marks one's own messages")
  func ownPreview() {
    #expect(previewText(.text(TextContent(body: "hello")), from: .ada) == "You: hello")
  }

  @Test("the remover of a message is named, with the reason")
  func removal() {
    let texts: [(User?, String)] = [
      (.grace, "Message removed by Grace"), (.linus, "Linus removed this message"),
      (nil, "Message removed"),
    ]
    for (user, text) in texts {
      #expect(rowText(.redacted) { $0.removedBy = user?.id } == text)
      let withReason = rowText(.redacted) {
        $0.removedBy = user?.id
        $0.removalReason = "off\ntopic"
      }
      #expect(withReason == "\(text): off topic")
    }
  }

  @Test("no name in the list looks like the program's own mark")
  func forgedPreview() {
    for name in ["· Grace", "*  Grace", " ·*· Grace"] {
      let sender = User.template("linus", name: name)
      #expect(previewText(.text(TextContent(body: "joined")), from: sender) == "Grace: joined")
    }
    let blank = User.template("linus", name: "·")
    #expect(
      previewText(.text(TextContent(body: "hi")), from: blank) == "@linus:example.org: hi")
  }

  private func rowText(
    _ content: MessageContent, _ change: (inout Message.Builder) -> Void = { _ in }
  ) -> String? {
    let account = FakeAccount()
    let room = Room.template()
    account.timelines.history(of: room.id).send(
      .template(
        .template("1", from: .linus) {
          $0.content = content
          change(&$0)
        }))
    let conversation = ConversationViewModel(
      room: room.id, session: account.session, world: TestWorld().world, draft: .empty,
      navigator: Navigator())
    let row = conversation.timeline.rows.value.last?.content.value
    return row.map {
      [$0.noteText, $0.bodyText].filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  private func previewText(_ content: MessageContent, from sender: User) -> String? {
    let account = FakeAccount()
    let list = RoomListViewModel(
      session: account.session, selection: Property(nil), navigator: Navigator())
    account.rooms.list.send([
      .template {
        $0.latestSender = sender
        $0.latestMessage = .template("1", from: sender) { $0.content = content }
      }
    ])
    return list.rows.value.first?.content.value.previewText
  }
}
