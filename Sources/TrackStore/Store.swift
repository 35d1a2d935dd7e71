import CSQLite
import TrackCore
