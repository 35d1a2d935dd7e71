import TrackCore

/// Which capture a checkpoint belongs to: the length and FNV-1a hash of its head. A capture that has grown since keeps its
/// identity, so that replaying it again adds what is new.
struct CaptureIdentity: Equatable {
  let length: Int
  let hash: UInt64

  init(head: [UInt8]) {
    length = head.count
    hash = FNV.hash(head[...])
  }

  /// The checkpoint's key in the database.
  var source: String { "replay:\(length):\(hash)" }

  /// nil where `source` is no replay's.
  init?(source: String) {
    let parts = source.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "replay", let length = Int(parts[1]), let hash = UInt64(parts[2]), length >= 0
    else { return nil }
    self.length = length
    self.hash = hash
  }

  /// True where a capture that begins with `head` is this one, or has grown out of it.
  func matches(head: [UInt8]) -> Bool { head.count >= length && FNV.hash(head[..<length]) == hash }
}
