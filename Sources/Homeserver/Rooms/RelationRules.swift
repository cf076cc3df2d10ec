import GRDB
import ModelKit

/// The rules for relations.
///
/// Source: Matrix client-server API, "Forming relationships between events" and "Avoiding duplicate
/// annotations"; the limits and the errors other than `M_DUPLICATE_ANNOTATION` are Synapse's.
enum RelationRules {
  private static let longestKey = 500

  /// - Throws: 400, `M_DUPLICATE_ANNOTATION` for a repeated reaction.
  static func check(
    _ relation: EventRelation, of draft: EventDraft, in database: Database
  ) throws {
    guard let parent = try EventRows.event(relation.parent, in: database),
      parent.room == draft.room
    else { throw refusal("the related event is not in this room") }
    switch relation.kind {
    case EventRelation.annotation: try checkAnnotation(relation, draft, database)
    case EventRelation.thread:
      guard let content = try parent.content().value().object else { return }
      guard EventRelation(content) == nil else {
        throw refusal("a thread cannot start at an event that relates to another")
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
      throw MatrixError(400, "M_DUPLICATE_ANNOTATION", "you have already sent this annotation")
    }
  }

  private static func refusal(_ message: String) -> MatrixError {
    MatrixError(400, "M_UNKNOWN", message)
  }
}
