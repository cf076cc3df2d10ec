package import Models
package import Signals

/// Of what the account wants to be told, on all of its devices, besides what single rooms decide.
///
/// Source: Matrix client-server API, "Push rules".
package protocol AlertRulesController: Sendable {
  /// What the account's rules say now, then after each change; nothing before a sync has brought them.
  ///
  /// A subject is missing if the account has no rule for it.
  var rules: Signal<[AlertSubject: Bool], Never> { get }

  /// Decides whether the account is told of something; completes when the server has done it, at once
  /// when there is nothing to do.
  ///
  /// Fails with `.invalidInput` for a word that no message can have.
  func set(_ subject: AlertSubject, isTold: Bool) -> Signal<Void, RequestError>
}

/// Something of which an account may be told.
package enum AlertSubject: Hashable, Sendable {
  /// Anything at all: without this, no other subject counts.
  case anything
  /// Messages of rooms with two people.
  case directMessages
  /// Messages of other rooms.
  case roomMessages
  /// Messages that mention the account.
  case mentions
  /// Messages that mention everybody in the room.
  case roomMentions
  case invites
  case calls
  /// Notices, which bots write.
  case botMessages
  /// Messages with a word.
  case word(String)
  /// Messages of a person.
  case person(UserID)

  /// The longest word that a rule may look for, in scalars.
  package static let longestWord = 200
}
