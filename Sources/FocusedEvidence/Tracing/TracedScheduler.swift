import TestEvents
import Core
import FocusedTestStore

/// Writes the effects of a traced store. A scheduler has one only while its process is traced.
package struct TracedScheduler: WaitListener {
  let writer: TraceWriter
  let store: Int

  init(_ writer: TraceWriter) {
    self.writer = writer
    store = writer.numberOfNewStore()
  }

  func id(of effect: EffectOrigin) -> TracedEffectID {
    TracedEffectID(store: store, effect: effect.id)
  }

  func didStart(_ effect: EffectOrigin, name: String?) {
    writer.write(
      .effect(
        TracedEffect(
          id: id(of: effect), step: effect.step, name: name ?? effect.name,
          file: effect.callSite.fileID.description, line: Int(effect.callSite.line))))
  }

  func didEnd(_ effect: EffectOrigin, _ kind: TracedEnd.Kind, inStep step: Int? = nil) {
    writer.write(.end(TracedEnd(id: id(of: effect), kind: kind, step: step)))
  }

  package func didPark(_ effect: EffectOrigin, _ parking: Parking) {
    wait(of: effect, parking.cause, parking.description().oneShortLine, until: parking.end?())
  }

  package func didUnpark(_ effect: EffectOrigin, _ cause: Parking.Cause) {
    wait(of: effect, cause, nil)
  }

  private func wait(
    of effect: EffectOrigin, _ cause: Parking.Cause, _ text: String?, until end: String? = nil
  ) {
    let cause: TracedWait.Cause =
      switch cause {
      case .clock: .clock
      case .stub: .stub
      case .ownWork: .own
      }
    writer.write(.wait(TracedWait(id: id(of: effect), cause: cause, text: text, until: end)))
  }
}

extension StubCaller {
  /// The effect's ID in the trace, if its store is traced.
  var tracedID: TracedEffectID? { (waits as? TracedScheduler)?.id(of: effect) }
}
