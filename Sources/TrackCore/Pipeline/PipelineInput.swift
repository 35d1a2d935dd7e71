/// Everything the pipeline is ever told. `run --tee` writes exactly these, and a replay of them gives the same rows.
public enum PipelineInput {
  /// One line as gpsd sent it, without its end, and when it arrived where that is known.
  case line(UnsafeRawBufferPointer, Arrival?)
  /// A line longer than the bound was dropped: how many bytes it had.
  case overlong(Int, Arrival?)
  /// gpsd answers.
  case connected(Arrival)
  /// gpsd is gone.
  case lost(Arrival)
  /// Time passes though nothing arrives.
  case tick(Arrival)
  /// Input ends; what is open stays open.
  case stop(Arrival?)
  case evidence(DateEvidence)
}
