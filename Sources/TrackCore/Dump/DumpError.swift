/// Why a dump cannot be read on. What was complete before it stays.
public enum DumpError: Error, Equatable, Sendable {
  /// It does not begin as one; what it begins with, shortened.
  case notADump(String)
  /// Of a later version than this program reads.
  case newer(version: Int)
  /// Bytes are wrong, missing, doubled or out of order.
  case damaged
  /// It ends before its end.
  case cut
  /// Whole, but with what no database of this program holds.
  case nonsense(table: String, column: String)
}
