import GRDB
import ModelKit

/// Whether an event may say of another what it says.
///
/// Source: Matrix client-server API, "Forming relationships between events" and "Avoiding duplicate
/// annotations"; the limits and the refusals beside `M_DUPLICATE_ANNOTATION` are those of Synapse.
enum RelationRules {
  private static let longestKey = 500

  /// - Throws: 400, `M_DUPLICATE_ANNOTATION` for a reaction that is there already.
  static func check(
    _ relation: EventRelation, of draft: EventDraft, in database: Database
  ) throws {
    guard let parent = try EventRows.event(relation.parent, in: database),
      parent.room == draft.room
    else { throw refusal("the event that this one relates to is not in the room") }
    switch relation.kind {
    case EventRelation.annotation: try checkAnnotation(relation, draft, database)
    case EventRelation.thread:
      guard let content = try parent.content().value().object else { return }
      guard EventRelation(content) == nil else {
        throw refusal("a thread does not begin at an event that relates to another")
      }
    default: break
    }
  }

  private static func checkAnnotation(
    _ relation: EventRelation, _ draft: EventDraft, _ database: Database
  ) throws {
    guard let key = relation.key else { throw refusal("the annotation has no key") }
    guard key.unicodeScalars.count <= longestKey else {
      throw refusal("the key of the annotation is too long")
    }
    let isThere = try Bool.one(
      database,
      """
      SELECT 1 FROM relations JOIN events ON events.position = relations.child
      WHERE relations.parent = ? AND relations.kind = ? AND relations.key = ?
        AND events.sender = ? AND events.type = ?
      """,
      [
        relation.parent, relation.kind, key, draft.sender, draft.type,
      ])
    if isThere != nil {
      throw MatrixError(400, "M_DUPLICATE_ANNOTATION", "you said the same of this event before")
    }
  }

  private static func refusal(_ message: String) -> MatrixError {
    MatrixError(400, "M_UNKNOWN", message)
  }
}
