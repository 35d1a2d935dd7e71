import Testing

@testable import TrackStore
