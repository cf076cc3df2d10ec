import Controllers
import Models
import Signals
import Support
import Terminal
import Testing
import ViewModels

@testable import Views

/// Sentences that name keys, after these have been given to others.
@MainActor
@Suite("Sentences name the keys that the user chose")
struct ReboundKeysTests {
  private static let keys: [String: [String]] = [
    "to-messages": ["F10"], "open-message": ["F11"], "undo-last": ["M-z"], "send": ["F12"],
    "submit": ["M-s"], "suggestion-up": ["M-u"], "suggestion-down": ["M-d"],
    "start-chat": ["F7"], "next-field": ["M-n"], "previous-field": ["M-p"], "sign-in": ["F7"],
    "field-above": ["M-k"], "sheet-open": ["M-o"], "sheet-close": ["M-q"], "complete": ["M-c"],
  ]

  private func shows(_ words: String, _ stage: Stage) -> Bool {
    stage.screen(200, 60).contains { $0.contains(words) }
  }

  @Test("a message that was not sent, at once and after a change of keys")
  func unsent() throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    #expect(shows("Esc, Enter: options", stage))
    stage.preferences.current.value.keys = Self.keys
    #expect(shows("F10, F11: options", stage))
    #expect(!shows("Esc, Enter: options", stage))
  }

  @Test("a removal that can be taken back, a reply and an edit")
  func changes() throws {
    let stage = try ReactionStoryTests.stage { scenario in
      scenario.timeline.messages.map { message in
        guard message.eventID?.rawValue == "$3" else { return message }
        return message.with {
          $0.pendingChange = .heldRemoval(
            event: Message.ID(TransactionID.template("r")), until: .noon)
        }
      }
    }
    #expect(shows("(removing… u undoes)", stage))
    stage.preferences.current.value.keys = Self.keys
    #expect(shows("(removing… M-z undoes)", stage))
    stage.press("F10", "G", "k", "r")
    #expect(shows("replying (F10 drops it)", stage))
    stage.press("F10")
    stage.press("Up")
    #expect(shows("editing (F10 drops the change)", stage))
  }

  @Test("the form for signing in")
  func signIn() throws {
    let stage = try Stage(isSignedIn: false)
    #expect(shows("Enter starts the chat, Tab goes on", stage))
    #expect(shows("New: Enter creates the account", stage))
    stage.preferences.current.value.keys = Self.keys
    #expect(shows("F7 starts the chat, M-n goes on", stage))
    #expect(shows("New: F7 creates the account", stage))
    stage.press("M-p")
    #expect(stage.footer().contains("The first field: M-n goes on"))
    stage.press("M-n")
    #expect(shows("M-n goes to the password, M-k to the server", stage))
    stage.press("M-n")
    #expect(shows("F7 signs in", stage))
  }

  @Test("the answers to choose from, and what letters in a list are told")
  func lists() throws {
    let stage = try Stage()
    stage.preferences.current.value.keys = Self.keys
    stage.connect(opening: stage.scenario.swift.id)
    stage.view.main?.focusRoomList()
    stage.press("p")
    #expect(stage.choose("change-password"))
    #expect(shows("M-u, M-d and M-s choose", stage))
    stage.press("Esc", "Esc", ",")
    #expect(shows("M-o shows the account, + adds one", stage))
    stage.keyInterval = .milliseconds(10)
    stage.press("x", "x", "x", "x")
    #expect(stage.footer(200).contains("These letters do nothing here: M-q goes back"))
  }
}
