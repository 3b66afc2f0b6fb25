import {
  inspectSegment,
  parseMasterPlaylist,
  parseMediaPlaylist,
  parseWebVtt,
  playlistKind,
  PlaylistError,
  readMp4Init,
} from '#libs/media';
import { isAppError } from '#libs/errors';
import type { Target } from '../run-case.js';
import { answerRaw } from './http-target.js';
import { captureLists } from './live-target.js';

const BASE = 'http://source/live/index.m3u8';

/** The parts of the engine that read what a source sends. */
export const HLS_TARGETS: Readonly<Record<string, Target>> = {
  playlist: ([list = Buffer.alloc(0)]) => {
    const text = list.toString('utf8');
    orPlaylistError(() => playlistKind(text));
    orPlaylistError(() => parseMasterPlaylist(text, BASE));
    orPlaylistError(() => {
      checkList(parseMediaPlaylist(text, BASE));
    });
  },
  segment: async ([body = Buffer.alloc(0), init]) => {
    const inspected = await inspectSegment(body, init ? await readMp4Init(init) : null);
    for (const time of [inspected?.firstPtsMs, inspected?.mediaMs, inspected?.frameMs])
      if (typeof time === 'number' && !Number.isFinite(time)) throw new TypeError(`not a time: ${String(time)}`);
  },
  subtitles: ([body = Buffer.alloc(0)]) => {
    try {
      parseWebVtt(body);
    } catch (thrown) {
      if (!isAppError(thrown)) throw thrown;
    }
  },
  http: answerRaw,
  live: captureLists,
};

/** The readers of playlists throw nothing else. */
function orPlaylistError(read: () => void): void {
  try {
    read();
  } catch (thrown) {
    if (!(thrown instanceof PlaylistError)) throw thrown;
  }
}

function checkList({ segments, targetMs }: ReturnType<typeof parseMediaPlaylist>): void {
  if (!(targetMs > 0 && Number.isFinite(targetMs))) throw new TypeError(`not a target duration: ${String(targetMs)}`);
  for (const { seq, durMs, pdtMs } of segments) {
    if (!Number.isSafeInteger(seq) || !(durMs >= 0 && Number.isFinite(durMs)))
      throw new TypeError(`not a segment: ${JSON.stringify({ seq, durMs })}`);
    if (pdtMs !== null && Number.isNaN(new Date(pdtMs).getTime())) throw new TypeError(`not a date: ${String(pdtMs)}`);
  }
}
