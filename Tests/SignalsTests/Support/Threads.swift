import Dispatch

/// Runs blocks concurrently on separate threads and waits for all of them.
func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  await withTaskGroup { group in
    for number in 0..<count {
      group.addTask {
        await withCheckedContinuation { continuation in
          DispatchQueue(label: "test-\(number)").async {
            body(number)
            continuation.resume()
          }
        }
      }
    }
  }
}
