public import Signals
public import Testing

extension TestScheduler {
  /// Subscribes to the signal, plays it and draws its events, from the moment of the subscription.
  ///
  /// ```swift
  /// let doubled = scheduler.signal("-a-b|", values: ["a": 1, "b": 2]).map { $0 * 2 }
  /// #expect(scheduler.draw(doubled, values: ["x": 2, "y": 4]) == "-x-y|")
  /// ```
  ///
  /// - Parameters:
  ///   - values: The names under which values are drawn; a value without a name is drawn as `?` and
  ///     fails the test.
  ///   - frames: The number of frames to play; `nil` plays until no action is left, which never
  ///     happens with a signal that repeats forever.
  ///   - frame: The length of a frame; an event between two frames fails the test.
  public func draw<Value: Equatable, Failure: Error>(
    _ signal: Signal<Value, Failure>, values: [Character: Value], frames: Int? = nil,
    frame: Duration = Marbles.frame, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Marbles {
    draw(signal, MarbleNames(values).name, frames, frame, sourceLocation)
  }

  /// Subscribes to a signal of characters, plays it and draws its events.
  public func draw<Failure: Error>(
    _ signal: Signal<Character, Failure>, frames: Int? = nil, frame: Duration = Marbles.frame,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Marbles {
    draw(signal, { $0 }, frames, frame, sourceLocation)
  }

  private func draw<Value, Failure>(
    _ signal: Signal<Value, Failure>, _ name: (Value) -> Character?, _ frames: Int?,
    _ frame: Duration, _ sourceLocation: SourceLocation
  ) -> Marbles {
    let recording = MarbleRecording.play(
      signal, on: self, frames: frames, frame: frame, sourceLocation)
    var notes: [String] = []
    let marbles = recording.draw(frame: frame, name: name, notes: &notes)
    if !notes.isEmpty {
      Issue.record(
        "\(marbles) is incomplete: \(notes.joined(separator: "; "))",
        sourceLocation: sourceLocation)
    }
    return marbles
  }
}
