import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

@Suite("Edits of the view models")
@MainActor
struct EditTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "A")

  private func open() -> ConversationViewModel {
    account.rooms.list.send([room])
    return ConversationViewModel(
      room: room.id, session: account.session, world: test.world,
      draft: RoomDraft(room: room.id, places: account.places), navigator: Navigator())
  }

  private var history: ReplaySubject<Timeline, Never> { account.timelines.history(of: room.id) }
  private var kept: Draft? { account.places.kept.drafts[room.id] }

  /// A conversation in which the account's only message is being changed.
  private func change(
    _ text: String = "teh typo", draft: String = "", isReply: Bool = false
  ) throws -> ComposerViewModel {
    let conversation = open()
    history.send(.template(.template("0", from: .linus), .template("1", text, from: .ada)))
    conversation.composer.draftChanged(draft)
    if isReply {
      let row = conversation.timeline.rows.value.first { $0.content.value.senderText == "Linus" }
      conversation.composer.reply(to: try #require(row))
    }
    conversation.composer.change(try #require(conversation.timeline.changeableRow))
    return conversation.composer
  }

  @Test("the text comes into the composer, and what was written returns after it is sent")
  func sends() throws {
    let composer = try change(draft: "half", isReply: true)
    #expect(composer.draftText.value == "teh typo")
    #expect(composer.banner.value?.titleText == "editing (Esc drops the change)")
    #expect(composer.banner.value?.quote.bodyText == "teh typo")
    composer.draftChanged("the typo")
    let message = Message.ID(EventID.template("$1"))
    let change = DraftChange(message: message, original: "teh typo", text: "the typo")
    #expect(kept?.text == "half")
    #expect(kept?.change == change, "neither is lost")
    #expect(kept?.reply != nil)
    let answer = account.sender.onSend.answerLater()
    composer.send.execute()
    let edit = OutgoingEvent.edit(message, text: "the typo")
    #expect(account.sender.onSend.takeCalls() == [.init(edit, room.id)])
    #expect(composer.draftText.value == "half")
    #expect(composer.banner.value?.titleText == "replying (Esc drops it)")
    #expect(kept?.change == change, "until the sender has it")
    answer.send(.outgoing("t1"))
    #expect(kept?.text == "half")
    #expect(kept?.change == nil)
  }

  @Test("the next start goes on with the change, and returns to what was written before it")
  func nextStart() throws {
    let composer = try change(draft: "half", isReply: true)
    composer.draftChanged("the typo")
    let conversation = open()
    let next = conversation.composer
    #expect(next.isEditing)
    #expect(next.draftText.value == "the typo")
    #expect(next.draftCursor == 8)
    #expect(next.banner.value?.quote.bodyText == "teh typo")
    account.sender.onSend.answer(with: .just(.outgoing("t1")))
    next.send.execute()
    let edit = OutgoingEvent.edit(Message.ID(EventID.template("$1")), text: "the typo")
    #expect(account.sender.onSend.takeCalls() == [.init(edit, room.id)])
    #expect(next.draftText.value == "half")
    #expect(next.banner.value?.titleText == "replying (Esc drops it)")
  }

  @Test("a change that says nothing new is not kept")
  func nothingNew() throws {
    _ = try change(draft: "half")
    #expect(kept == Draft(text: "half", cursor: 0))
  }

  @Test("dropping the change restores what was written, its cursor and its reply")
  func drops() throws {
    let composer = try change(draft: "half", isReply: true)
    composer.draftChanged("the typo")
    #expect(composer.dropBanner())
    #expect(composer.draftText.value == "half")
    #expect(composer.banner.value?.titleText == "replying (Esc drops it)")
    #expect(kept?.text == "half")
    #expect(composer.droppedText.value == "the typo")
    #expect(composer.errorText.value == "The change is dropped: C-y inserts its text.")
    #expect(composer.dropBanner())
    #expect(!composer.dropBanner())
  }

  @Test("a message that was removed meanwhile is not changed: the text becomes one of its own")
  func removed() throws {
    let composer = try change(draft: "half")
    composer.draftChanged("the typo")
    history.send(
      .template(.template("0", from: .linus), .template("1", from: .ada) { $0.content = .redacted })
    )
    #expect(composer.banner.value?.quote.noteText == "message removed")
    composer.send.execute()
    #expect(account.sender.onSend.takeCalls() == [], "the old words would be public again")
    #expect(composer.draftText.value == "the typo\nhalf")
    #expect(composer.banner.value == nil)
    #expect(!composer.isEditing)
    #expect(
      composer.errorText.value == "That message was removed: Enter sends this as a new one.")
    #expect(kept?.change == nil)
    account.sender.onSend.answer(with: .just(.outgoing("t1")))
    composer.send.execute()
    #expect(account.sender.onSend.takeCalls() == [.init("the typo\nhalf", room.id)])
  }

  @Test("of a removed message whose text was not changed, nothing stays")
  func removedUnchanged() throws {
    let composer = try change(draft: "half")
    history.send(.template(.template("1", from: .ada) { $0.content = .redacted }))
    composer.send.execute()
    #expect(account.sender.onSend.takeCalls() == [])
    #expect(composer.draftText.value == "half")
    #expect(composer.errorText.value == "That message was removed.")
  }

  @Test("an empty text removes the caption of a file")
  func noCaption() throws {
    let conversation = open()
    let picture = MessageContent.image(ImageContent(body: "cat.png", caption: "my cat"))
    history.send(.template(.template("1", from: .ada) { $0.content = picture }))
    let composer = conversation.composer
    composer.change(try #require(conversation.timeline.changeableRow))
    #expect(composer.draftText.value == "my cat")
    composer.draftChanged(" ")
    #expect(composer.send.isEnabled.value)
    #expect(composer.placeholderText.value == "Write a caption, or send none")
    account.sender.onSend.answer(with: .just(.outgoing("t1")))
    composer.send.execute()
    let edit = OutgoingEvent.edit(Message.ID(EventID.template("$1")), text: "")
    #expect(account.sender.onSend.takeCalls() == [.init(edit, room.id)])
    #expect(!composer.isEditing)
  }

  @Test("an empty text removes no message, and the composer says what does")
  func emptyText() throws {
    let composer = try change()
    composer.draftChanged("")
    #expect(!composer.send.isEnabled.value)
    #expect(composer.placeholderText.value == "Write the new text")
    #expect(composer.blankText == "To remove the message: Esc, Esc, then F2")
    composer.dropBanner()
    #expect(composer.blankText == "Nothing to send yet")
    #expect(composer.placeholderText.value == "Write to A")
  }

  @Test("an unchanged text sends nothing")
  func unchanged() throws {
    let composer = try change("/me too", draft: "half")
    #expect(composer.draftText.value == "//me too")
    composer.send.execute()
    #expect(account.sender.onSend.takeCalls() == [])
    #expect(composer.draftText.value == "half")
    #expect(composer.banner.value == nil)
  }

  @Test("a change that cannot be queued comes back as one")
  func comesBack() throws {
    let composer = try change(draft: "half")
    composer.draftChanged("the typo")
    account.sender.onSend.fail(.storage("full"))
    composer.send.execute()
    #expect(composer.draftText.value == "the typo")
    #expect(composer.banner.value?.titleText == "editing (Esc drops the change)")
    #expect(composer.dropBanner())
    #expect(composer.draftText.value == "half")
  }

  @Test(
    "each text is typed again as it was, and the form of a change follows what is typed",
    arguments: [
      ("a", .plain, nil, "a", "b", "b", .markdown),
      ("waves", .emote, "/me waves", "/me waves", "/me nods", "nods", .emote),
      ("a", .plain, "/html <b>a</b>", "/html <b>a</b>", "/html <i>a</i>", "<i>a</i>", .html),
      ("*a*", .plain, "/plain *a*", "/plain *a*", "/plain *b*", "*b*", .plain),
      ("beep", .notice, nil, "beep", "boop", "boop", .markdown),
    ] as [(String, TextContent.Kind, String?, String, String, String, TextForm)])
  func forms(
    body: String, kind: TextContent.Kind, draft: String?, shown: String, typed: String,
    text: String, form: TextForm
  ) throws {
    let conversation = open()
    history.send(
      .template(
        .template("1", from: .ada) {
          $0.content = .text(TextContent(body: body, kind: kind, draft: draft))
        }))
    conversation.composer.change(try #require(conversation.timeline.changeableRow))
    #expect(conversation.composer.draftText.value == shown)
    conversation.composer.draftChanged(typed)
    account.sender.onSend.answer(with: .just(.outgoing("t1")))
    conversation.composer.send.execute()
    let edit = OutgoingEvent.edit(Message.ID(EventID.template("$1")), text: text, as: form)
    #expect(account.sender.onSend.takeCalls() == [.init(edit, room.id)])
  }

  @Test("the caption of a sent file can be changed; a file without one gets one, but has no words")
  func captions() throws {
    let conversation = open()
    let image = { (caption: String?) in
      MessageContent.image(ImageContent(body: "cat.png", caption: caption))
    }
    let messages = [
      Message.template("1", from: .ada) { $0.content = image("my cat") },
      .template("2", from: .ada) { $0.content = image(nil) },
      .template("3", from: .ada) { $0.content = .sticker(ImageContent(body: "wave")) },
      .template("4", from: .linus) { $0.content = image(nil) },
    ]
    history.send(.template { $0.messages = messages })
    conversation.composer.change(try #require(conversation.timeline.changeableRow))
    #expect(conversation.composer.draftText.value == "my cat")
    let rows = conversation.timeline.rows.value.filter { $0.shown != nil }
    #expect(rows.map(\.canChange.value) == [true, true, false, false])

    conversation.composer.draftChanged("half")
    conversation.composer.change(rows[1])
    #expect(conversation.composer.draftText.value == "")
    #expect(!conversation.composer.send.isEnabled.value)
    conversation.composer.draftChanged("the other cat")
    account.sender.onSend.answer(with: .just(.outgoing("t1")))
    conversation.composer.send.execute()
    let edit = OutgoingEvent.edit(Message.ID(EventID.template("$2")), text: "the other cat")
    #expect(account.sender.onSend.takeCalls().map(\.event) == [edit])
  }

  @Test("the account's own sent or waiting words can be changed, nothing else")
  func changeable() throws {
    let conversation = open()
    let messages = [
      Message.template("1", "a", from: .linus), .template("2", "b", from: .ada),
      .template("3", from: .ada) { $0.content = .text(.init(body: "c", kind: .emote)) },
      .template("4", from: .ada) { $0.content = .redacted },
      .template("5", "e", from: .ada) { $0.pendingChange = .removal }, .outgoing("t1", "f"),
      .outgoing("t2", "g", delivery: .failed(status: 403, code: nil)),
    ]
    history.send(.template { $0.messages = messages })
    let texts = conversation.timeline.rows.value.filter(\.canChange.value)
      .map(\.content.value.bodyText)
    #expect(texts == ["b", "c", "f"])
    #expect(conversation.timeline.changeableRow?.content.value.bodyText == "f")
    history.send(.template { $0.messages = Array(messages.prefix(3)) })
    #expect(conversation.timeline.changeableRow?.content.value.bodyText == "c")
    let other = conversation.timeline.rows.value.first { $0.content.value.bodyText == "a" }
    conversation.composer.change(try #require(other))
    #expect(conversation.composer.banner.value == nil)
  }
}
