import TrackCore
