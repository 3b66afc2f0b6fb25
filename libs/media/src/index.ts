export { type CapturedAd } from './ads/ad-breaks.js';
export { writeContainer } from './convert/write-container.js';
export { groupRuns, type MeasuredRun, measureRuns, spanOf, withoutRenditions } from './convert/measure-runs.js';
export {
  type OpenPiece,
  segmentOfOtherSize,
  type SourceAudio,
  type SourcePiece,
  type SourceRun,
  withPieces,
} from './convert/source-run.js';
export { readPiece } from './convert/segment-server.js';
export {
  captureWithRenditions,
  type RenditionCapture,
  type RenditionsCaptureEnd,
  type RenditionsRest,
} from './hls/capture-renditions.js';
export { captureHls, type CaptureEnd } from './hls/capture-hls.js';
export { type CapturedGap, type CapturedSegment, type CaptureSink } from './hls/capture-sink.js';
export { type Clock, systemClock } from './hls/clock.js';
export { downloadHls, type DownloadResume } from './hls/download-hls.js';
export { type Epoch } from './hls/epoch-tracker.js';
export { type InitSection } from './hls/fetch-segment.js';
export { HlsSource } from './hls/hls-source.js';
export { LiveReading } from './hls/live-reading.js';
export { BufferPool, type Lent } from './http/buffer-pool.js';
export { HttpClient } from './http/http-client.js';
export { type GuardedSource, networkOf, operatorLookup, refuseForbiddenHost, SsrfGuard } from './http/ssrf-guard.js';
export { type HttpAnswer, HttpError, type HttpPort } from './http/http-port.js';
export { basicLogin, type HttpProxy } from './http/http-proxy.js';
export { HttpTrace } from './http/http-trace.js';
export { fallbackAddresses } from './http/fallback-addresses.js';
export { type Inspected, inspectSegment } from './inspect/inspect-segment.js';
export { hasTruncatedBox } from './inspect/truncated-body.js';
export { readMp4Init } from './inspect/mp4-time.js';
export { type MediaPlaylist } from './playlist/media-playlist.js';
export { type MediaRendition, parseMasterPlaylist, type Variant } from './playlist/parse-master.js';
export { parseMediaPlaylist } from './playlist/parse-media.js';
export { PlaylistError, playlistKind } from './playlist/playlist-syntax.js';
export { type FarFile, FileServer } from './probe/file-server.js';
export { type FileInfo, probeFile } from './probe/probe-file.js';
export { type FillCut, findFill } from './repair/find-fill.js';
export { cutRun, type CutRun } from './repair/cut-run.js';
export { readPackets, type RunPackets } from './repair/read-packets.js';
export { type Cue, joinCues, type ParsedWebVtt, parseWebVtt, webVttText } from './subtitles/webvtt.js';
export { contactSheet } from './thumbs/contact-sheet.js';
export { livePicture, thumbnail } from './thumbs/thumbnail.js';
