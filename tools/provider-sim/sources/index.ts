import { plain } from './0-plain.js';
import { bestRowDies, equalRows, firstRowDead } from './1-master-rows.js';
import { define } from './2-define.js';
import { gzipWithHeader, gzipWithoutHeader } from './3-gzip.js';
import { growingVod, looseSyntax } from './4-loose-syntax.js';
import { listSetsCookie, redirectsToItself } from './5-cookies.js';
import { dataKeys, dataMap } from './6-data-uris.js';
import { needsHeaders, ownAuthority, selfSigned } from './7-access.js';
import { newestSession, oneClient } from './8-one-session.js';
import { datesFrozen, datesStep } from './9-dates.js';
import { edgesOtherNames } from './10-two-edges.js';
import { longSegments } from './11-long-segments.js';
import { durationOverflow, durationsAllWrong } from './12-wrong-durations.js';
import { staleList } from './13-stale-list.js';
import { discontinuities, restarts } from './14-discontinuities.js';
import { lateAudio } from './15-late-audio.js';
import { audioFmp4, audioGap, audioTs, AUDIO_GAP, twoTracks } from './16-separate-audio.js';
import { subtitles, SUBTITLES } from './16-subtitles.js';
import { silentRun } from './17-silent-run.js';
import { flac, mulaw } from './18-refused-codecs.js';
import { nextSegment, swappedSegments } from './19-next-segment.js';
import { tables, tablesOnly } from './20-tables.js';
import { sessionQuery, signedPath } from './21-signed.js';
import { answersEmpty, refusesConnections } from './22-switched-off.js';
import { singleFile } from './23-single-file.js';
import { roundedDurations } from './24-rounded.js';
import { packedAc3, packedEac3, packedMp3, packedRendition } from './25-packed-audio.js';
import { lastRenumbered } from './26-last-list.js';
import { silence } from './27-silence.js';
import { NO_VIDEO, noTraf, videoEnds, videoLate, videoPauses } from './i1-video-stops.js';
import { DAMAGED, damagedAudio } from './i3-damaged-audio.js';
import { besideHostile, REFUSED, refusedBodies } from './i10-refused-bodies.js';
import { multipliedList, multipliedMaster } from './i11-multiplied.js';
import { dayOfEvents, LONG_LISTS, manyLines } from './i12-long-lists.js';
import { ownNetwork, publicMaster, publicSource } from './i14-private-addresses.js';
import { truncatedFmp4, truncatedTs, TRUNCATED } from './i2-truncated.js';
import { markedRestart, unmarkedRestart } from './i4-restart.js';
import { nextLower, notRecorded } from './i7-quality.js';
import { twoFormats } from './i9-two-formats.js';
import type { SourceScenario } from './source-spec.js';

export type { ClockedSource } from './clocked-source.js';
export { TABLES_FROM } from './20-tables.js';
export { DAMAGED, NO_VIDEO };
export { AUDIO_GAP, SUBTITLES, TRUNCATED };
export { BLOCKED, PRIVATE } from './i14-private-addresses.js';
export { LONG_LISTS, REFUSED };
export { SILENCE_COUNT } from './27-silence.js';
export { startSources } from './start-sources.js';
export type { SourceScenario, SourceSpec } from './source-spec.js';

/** All sources of the end-to-end tests `sources-N`, in files `<N>-<name>.ts`, and of `integrity-N`, in `i<N>-<name>.ts`. */
export const SOURCES: readonly SourceScenario[] = [
  plain,
  firstRowDead,
  equalRows,
  bestRowDies,
  define,
  gzipWithHeader,
  gzipWithoutHeader,
  looseSyntax,
  growingVod,
  listSetsCookie,
  redirectsToItself,
  dataKeys,
  dataMap,
  needsHeaders,
  selfSigned,
  ownAuthority,
  newestSession,
  oneClient,
  datesFrozen,
  datesStep,
  edgesOtherNames,
  longSegments,
  durationOverflow,
  durationsAllWrong,
  staleList,
  discontinuities,
  restarts,
  lateAudio,
  audioTs,
  audioFmp4,
  audioGap,
  twoTracks,
  subtitles,
  silentRun,
  flac,
  mulaw,
  nextSegment,
  swappedSegments,
  tables,
  tablesOnly,
  sessionQuery,
  signedPath,
  refusesConnections,
  answersEmpty,
  singleFile,
  roundedDurations,
  packedMp3,
  packedAc3,
  packedEac3,
  packedRendition,
  lastRenumbered,
  silence,
  videoPauses,
  videoEnds,
  videoLate,
  noTraf,
  damagedAudio,
  truncatedTs,
  truncatedFmp4,
  markedRestart,
  unmarkedRestart,
  notRecorded,
  nextLower,
  twoFormats,
  besideHostile,
  refusedBodies,
  multipliedList,
  multipliedMaster,
  manyLines,
  dayOfEvents,
  publicSource,
  publicMaster,
  ownNetwork,
];

/** The N of `sources-N`, or `iN` of `integrity-N`. */
export const numberOf = (name: string): string => name.split('-')[0] ?? '';
