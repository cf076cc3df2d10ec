import Assets
import Controllers
import Models
import Signals
import Support
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("Reactions")
struct ReactionStoryTests {
  /// A stage whose room has reactions.
  static func stage(
    _ messages: (Scenario) throws -> [Message] = { $0.timeline.messages }
  ) throws -> Stage {
    let stage = try Stage()
    let room = stage.scenario.swift.id
    let list = try messages(stage.scenario)
    stage.connect(opening: room)
    stage.timelines[room]?.send(stage.scenario.timeline.with { $0.messages = list })
    return stage
  }

  private static func reactions(_ scenario: Scenario) -> [Message] {
    let own = Message.ID(EventID.template("$own"))
    return scenario.timeline.messages.map { message in
      switch message.eventID?.rawValue {
      case "$3":
        message.with {
          $0.reactions = [
            Reaction(key: "👍", count: 3, own: own), Reaction(key: "🎉", count: 1),
            Reaction(key: "❤️", count: 2, own: own, isPending: true),
          ]
        }
      case "$7":
        message.with { message in
          message.reactions = (1...10).map { Reaction(key: "reason number \($0)", count: $0) }
          message.moreReactions = 12
        }
      default: message
      }
    }
  }

  @Test(
    "below messages, own ones marked, many wrapped", arguments: [[80, 24], [50, 15], [200, 60]])
  func screens(size: [Int]) throws {
    let stage = try Self.stage(Self.reactions)
    _ = stage.screen(size[0], size[1])
    stage.press("Esc", "k", "k", "k", "k")

    try ScreenTests.expect(stage, "reactions", size)
  }

  @Test("a picker with names", arguments: [[80, 24], [50, 15], [200, 60]])
  func picker(size: [Int]) throws {
    let stage = try Self.stage(Self.reactions)
    _ = stage.screen(size[0], size[1])
    stage.press("Esc", "g", "j", "+")
    stage.type("heart")
    stage.pause()
    stage.press("Down")

    try ScreenTests.expect(stage, "reaction-picker", size)
  }

  @Test("the menu lists who has reacted, and Esc leads back")
  func reactors() throws {
    let stage = try Self.stage(Self.reactions)
    _ = stage.screen()
    stage.press("Esc", "g", "j", "j")
    #expect(stage.choose("reactors"))
    let screen = stage.screen()
    #expect(
      ["👍  2", "Linus", "Grace"].allSatisfy { text in screen.contains { $0.contains(text) } })
    stage.press("Esc")
    #expect(stage.view.context == .timeline)
  }

  @Test("one key asks with what to react; the same emoji takes it back")
  func keys() throws {
    let stage = try Self.stage(Self.reactions)
    _ = stage.screen()
    _ = stage.journal.take()
    stage.press("Esc", "g", "j", "j")
    stage.press("+")
    #expect(stage.view.context == .prompt)
    stage.type("🚀")
    stage.press("Enter")
    #expect(stage.journal.take().last?.hasPrefix(#"send reaction("🚀", to: "#) == true)
    stage.press("Esc")
    stage.press("+")
    stage.type("thumbs up")
    stage.press("Enter")
    #expect(stage.journal.take().last?.hasPrefix("send redaction(") == true)
    stage.press("Esc", "g")
    #expect(!stage.choose("react"), "a membership change takes none")
  }

  @Test("a stranger's key stays in its cells, behind the program's mark")
  func hostile() throws {
    let keys = [
      "\u{1B}[2J", "a\nb\r\u{8}", "\u{202E}evil\u{2066}",
      "e" + String(repeating: "\u{301}", count: 60),
      "12:00 Admin: your account is closed", "\u{200B}", "👩‍👩‍👧‍👦",
    ]
    let stage = try Self.stage { scenario in
      [
        scenario.timeline.messages[1].with { message in
          message.reactions = keys.map { Reaction(key: $0, count: 1) }
        }
      ]
    }
    let screen = stage.screen(80, 24)
    let row = try #require(screen.first { $0.contains("12:00 Admin") })
    #expect(!screen.joined().contains("your account"), "cut to sixteen cells")
    #expect(row.contains("+ ") || row.contains("┊ "))
    #expect(screen.joined().contains("[invisible] 1"))
  }

  @Test("each line of the table has an emoji of two cells or less, and names of its own")
  func table() throws {
    var emoji: Set<String> = []
    var names: Set<String> = []
    for line in Assets.emoji.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      try #require(parts.count == 2, "\(line)")
      #expect(parts[0].count == 1, "\(line)")
      #expect(emoji.insert(parts[0]).inserted, "\(line)")
      let all = parts[1].split(separator: ",").map { $0.drop { $0 == " " } }
      for name in all {
        #expect(!name.isEmpty && name == name.lowercased(), "\(line)")
        #expect(names.insert(String(name)).inserted, "\(name) twice")
      }
    }
    #expect(emoji.count > 150)
  }

  @Test("the codes that people know from elsewhere name their emoji")
  func codes() {
    var emoji: [String: String] = [:]
    for line in Assets.emoji.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      for name in parts[1].split(separator: ",") {
        emoji[String(name.drop { $0 == " " }.replacing(" ", with: "_"))] = String(parts[0])
      }
    }
    for pair in Self.codes {
      let parts = pair.split(separator: " ").map(String.init)
      #expect(emoji[parts[1]] == parts[0], "\(parts[1])")
    }
  }

  private static let codes = [
    "👍 +1", "👍 thumbsup", "👎 -1", "👎 thumbsdown", "❤️ heart", "😂 joy", "🎉 tada",
    "🎉 party_popper", "😢 cry", "🙏 pray", "👀 eyes", "✅ white_check_mark", "✔️ heavy_check_mark",
    "❌ x", "🔥 fire", "🚀 rocket", "💯 100", "👏 clap", "🙌 raised_hands", "👋 wave", "💪 muscle",
    "✌️ v", "🤞 crossed_fingers", "👌 ok_hand", "👉 point_right", "👈 point_left", "☝️ point_up",
    "👇 point_down", "✋ raised_hand", "🙋 raising_hand", "🤷 shrug", "🤦 facepalm", "🙇 bow",
    "😀 grinning", "😃 smiley", "😄 smile", "😁 grin", "😆 laughing", "😅 sweat_smile", "🤣 rofl",
    "🙃 upside_down", "😉 wink", "😊 blush", "😍 heart_eyes", "😘 kissing_heart",
    "😛 stuck_out_tongue", "😎 sunglasses", "🥳 partying_face", "😏 smirk", "🙄 rolling_eyes",
    "🤯 exploding_head", "🤔 thinking", "🤗 hugs", "🤩 star_struck", "😐 neutral_face", "😭 sob",
    "😡 rage", "😱 scream", "🥺 pleading_face", "😈 smiling_imp", "💀 skull", "💩 poop",
    "🙈 see_no_evil", "🙊 speak_no_evil", "🐛 bug", "⭐ star", "⚡ zap", "✨ sparkles", "💥 boom",
    "☕ coffee", "🍺 beer", "🍻 beers", "🍾 champagne", "🏆 trophy", "🎯 dart", "💡 bulb",
    "🔧 wrench", "📌 pushpin", "📎 paperclip", "📝 memo", "🔒 lock", "🔍 mag", "🔗 link",
    "📦 package", "✈️ airplane", "💰 moneybag", "💔 broken_heart", "⚠️ warning",
    "🚨 rotating_light", "🚧 construction", "⛔ no_entry", "➕ heavy_plus_sign", "🔁 repeat",
    "⬆️ arrow_up", "⬇️ arrow_down", "➡️ arrow_right", "🏁 checkered_flag",
  ]
}
