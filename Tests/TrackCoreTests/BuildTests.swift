import Testing

@testable import TrackCore
