import Models
import Signals

extension MainViewModel {
  /// The beginning of a row's message, which tells in questions about it which one it is.
  public func quote(of row: MessageRowViewModel) -> QuoteText? {
    row.message.flatMap { conversation.value?.timeline.quoted($0.id) }
  }
}
