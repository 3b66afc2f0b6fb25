export { type CapturedAd } from './ads/ad-breaks.js';
export { type ChapterMark, chapterMetadata, writeContainer, type WriteContainer } from './convert/write-container.js';
export {
  groupRuns,
  type MeasuredRun,
  measureRuns,
  type MeasureRuns,
  spanOf,
  withoutRenditions,
} from './convert/measure-runs.js';
export {
  type OpenPiece,
  segmentOfOtherSize,
  type SourceAudio,
  type SourcePiece,
  type SourceRun,
  withPieces,
} from './convert/source-run.js';
export { readPiece } from './convert/segment-server.js';
export { ffmpeg, type FfmpegRun } from './ffmpeg/ffmpeg.js';
export { ffprobe, ffprobeLines, type FfprobeRun } from './ffmpeg/ffprobe.js';
export {
  captureWithRenditions,
  type RenditionCapture,
  type RenditionsCaptureEnd,
  type RenditionsCaptureSettings,
  type RenditionsRest,
} from './hls/capture-renditions.js';
export { captureHls, type CaptureEnd, type CaptureResume, type CaptureSettings } from './hls/capture-hls.js';
export { type CapturedGap, type CapturedSegment, type CaptureSink } from './hls/capture-sink.js';
export { type Clock, systemClock } from './hls/clock.js';
export { downloadHls, type DownloadResume, type DownloadSettings, type VideoRange } from './hls/download-hls.js';
export { type Epoch, type EpochResume } from './hls/epoch-tracker.js';
export { type InitSection } from './hls/fetch-segment.js';
export { HlsSource, type RenewedAddress, type SkippedVariant, type SourceSettings } from './hls/hls-source.js';
export { LiveReading, type ReadingSettings } from './hls/live-reading.js';
export { BufferPool, type Lent } from './http/buffer-pool.js';
export { HttpClient, type HttpClientSettings } from './http/http-client.js';
export { type GuardedSource, networkOf, operatorLookup, refuseForbiddenHost, SsrfGuard } from './http/ssrf-guard.js';
export {
  type Bytes,
  type HttpAnswer,
  HttpError,
  type HttpFault,
  type HttpPort,
  type HttpRequest,
} from './http/http-port.js';
export { basicLogin, type HttpProxy } from './http/http-proxy.js';
export { HttpTrace } from './http/http-trace.js';
export { fallbackAddresses } from './http/fallback-addresses.js';
export { type Inspected, inspectSegment } from './inspect/inspect-segment.js';
export { hasTruncatedBox } from './inspect/truncated-body.js';
export { type Mp4Init, readMp4Init } from './inspect/mp4-time.js';
export {
  type DateRange,
  type MapSection,
  type MediaPlaylist,
  type MediaSegment,
  type SegmentKey,
} from './playlist/media-playlist.js';
export {
  type MediaRendition,
  type MasterPlaylist,
  parseMasterPlaylist,
  type Variant,
} from './playlist/parse-master.js';
export { parseMediaPlaylist } from './playlist/parse-media.js';
export { PLAYLIST_FAULTS, PlaylistError, type PlaylistFault, playlistKind } from './playlist/playlist-syntax.js';
export { type ByteReader } from './probe/byte-reader.js';
export { type FarFile, FileServer } from './probe/file-server.js';
export { type FileInfo, type KeyframeIndex, probeFile } from './probe/probe-file.js';
export { type FillCut, findFill } from './repair/find-fill.js';
export { cutRun } from './repair/cut-run.js';
export { readPackets, type RunPackets } from './repair/read-packets.js';
export { type Cue, joinCues, type ParsedWebVtt, parseWebVtt, webVttText } from './subtitles/webvtt.js';
export { contactSheet } from './thumbs/contact-sheet.js';
export { livePicture, type Picture, thumbnail } from './thumbs/thumbnail.js';
