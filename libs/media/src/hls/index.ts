export { basicLogin } from './basic-login.js';
export { BufferPool, type Lent } from './buffer-pool.js';
export { captureHls, type CaptureEnd, type CaptureSettings } from './capture-hls.js';
export { type CapturedAd, type CapturedGap, type CapturedSegment, type CaptureSink } from './capture-sink.js';
export { systemClock, type Clock } from './clock.js';
export { type DateRange } from './date-range.js';
export { downloadHls, type DownloadResume, type DownloadSettings } from './download-hls.js';
export { type Epoch, type EpochResume } from './epoch-tracker.js';
export { HlsSource, type RenewedAddress, type SourceSettings } from './hls-source.js';
export { HttpClient, type HttpClientSettings } from './http-client.js';
export { HttpError, type HttpAnswer, type HttpFault, type HttpPort, type HttpRequest } from './http-port.js';
export { type HttpProxy } from './http-proxy.js';
export {
  type Bytes,
  type MapSection,
  type MediaPlaylist,
  type MediaSegment,
  type SegmentKey,
} from './media-playlist.js';
export { parseMasterPlaylist, type MasterPlaylist, type Variant } from './parse-master.js';
export { parseMediaPlaylist } from './parse-media.js';
export { PlaylistError, PLAYLIST_FAULTS, type PlaylistFault } from './playlist-error.js';
export { playlistKind } from './playlist-lines.js';
export { type InitSection } from './side-resources.js';
export { type VideoRange } from './kept-list.js';
export { otherAddresses } from './other-addresses.js';
export { type Resume } from './window-tracker.js';
