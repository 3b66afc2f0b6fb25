import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type PlaylistView, mediaPlaylist } from '../../provider-sim/channel/playlists.js';
import { cutSource } from '../../provider-sim/media/cut-source.js';
import { type CutSpec, type MediaSpec, SMALL_MEDIA } from '../../provider-sim/media/media-spec.js';
import type { ChannelSpec } from '../../provider-sim/scenario.js';
import { SCENARIOS } from '../../provider-sim/scenarios/index.js';
import { subtitles } from '../../provider-sim/sources/16-subtitles.js';
import { firstRowDead } from '../../provider-sim/sources/1-master-rows.js';
import { withDefaults, type SourceSpec } from '../../provider-sim/sources/source-spec.js';
import type { FuzzCase } from '../fuzz-case.js';

/** Few seconds of small media: a case is changed and sent thousands of times a minute. */
const MEDIA: MediaSpec = { ...SMALL_MEDIA, seconds: 16, videoKbps: 60, label: 'FUZZ' };
const SEGMENT_S = 2;
const STARTED_AT = Date.UTC(2026, 0, 1);
const TARGET_LISTS = 3;

/** The playlists of the simulator's scenarios, without media. */
export function playlistCorpus(): FuzzCase[] {
  const lists = channels().flatMap((spec) => windowsOf(spec));
  return lists.map((list) => ({ target: 'playlist', parts: [Buffer.from(list)] }));
}

/** What the simulator's scenarios and sources send: playlists, masters, segments, subtitles, whole responses. */
export async function hlsCorpus(cacheDir: string): Promise<FuzzCase[]> {
  const media = await Promise.all(
    (['ts', 'fmp4', 'mp3', 'ac3'] as const).map((container) => cut(cacheDir, { container, segmentS: SEGMENT_S })),
  );
  const masters = await Promise.all([firstRowDead(), subtitles()].map(masterOf));
  const [vtt] = [await answerOf(subtitles(), 'en/c1.vtt')];
  const [ts = [], mp4 = []] = media.map(({ bodies, init }) => (init ? [...bodies, init] : bodies));
  const live = channels().map((spec): FuzzCase => {
    const bodies = spec.container === 'ts' ? ts : mp4;
    return { target: 'live', parts: [...windowsOf(spec).map((list) => Buffer.from(list)), ...bodies] };
  });
  const segments = media.flatMap(({ bodies, init }) =>
    bodies.map((body): FuzzCase => ({ target: 'segment', parts: init ? [body, init] : [body] })),
  );
  const playlists = masters.map((text): FuzzCase => ({ target: 'playlist', parts: [Buffer.from(text)] }));
  const texts = playlistCorpus().map(({ parts: [part = Buffer.alloc(0)] }) => part);
  const answers = [...texts.slice(0, 2), ...ts.slice(0, 1)].flatMap(responsesOf);
  return [
    ...playlistCorpus(),
    ...playlists,
    ...segments,
    { target: 'subtitles', parts: [Buffer.from(vtt)] },
    ...answers.map((parts): FuzzCase => ({ target: 'http', parts })),
    ...live,
  ];
}

const channels = (): ChannelSpec[] =>
  Object.values(SCENARIOS)
    .flatMap((scenario) => scenario(1).channels)
    .map((spec) => ({ ...spec, segmentS: SEGMENT_S }));

interface Cut {
  readonly bodies: readonly Buffer[];
  readonly init: Buffer | null;
}

/** The first two segments. */
async function cut(cacheDir: string, what: CutSpec): Promise<Cut> {
  const { segments, init } = await cutSource(cacheDir, MEDIA, what);
  return { bodies: await Promise.all(segments.slice(0, 2).map(({ file }) => readFile(file))), init };
}

/** Three windows of a live channel, each one segment later; the last one ends the stream. */
const windowsOf = (spec: ChannelSpec): string[] =>
  Array.from({ length: TARGET_LISTS }, (_, n) => mediaPlaylist(viewOf(spec, n, n === TARGET_LISTS - 1)));

function viewOf(spec: ChannelSpec, first: number, ended: boolean): PlaylistView {
  const listed = Array.from({ length: spec.window }, (_, i) => {
    const seq = first + i;
    const startsAt = STARTED_AT + seq * spec.segmentS * 1000;
    const durationMs = spec.segmentS * 1000;
    const discontinuity = seq % 4 === 3;
    const offsets = new Map([['source', seq * 1000]]);
    const publishedAt = startsAt + durationMs;
    return { seq, startsAt, durationMs, discontinuity, gap: seq === 2, offsets, publishedAt, position: seq, shiftS: 0 };
  });
  return {
    spec,
    listed: listed as unknown as PlaylistView['listed'],
    mediaSequence: first,
    discontinuitySequence: 0,
    ended,
    prefix: '',
    rendition: 'source',
    initBytes: 800,
    bytesOf: () => 1000,
  };
}

const masterOf = (spec: SourceSpec): Promise<string> => answerOf(spec, 'master.m3u8');

async function answerOf(spec: SourceSpec, file: string): Promise<string> {
  const query = new URLSearchParams();
  const window = { first: 0, last: 5, ended: false, atMs: 0, startedAt: STARTED_AT };
  const reply = await withDefaults(spec).answer(
    { path: file, query, headers: {}, isOpen: () => true, atMs: 0 },
    () => Promise.resolve({}),
    window,
  );
  return String(reply.body);
}

/** A body as responses of known length, in chunks, until the connection closes, and packed. */
function responsesOf(body: Buffer): Buffer[][] {
  const small = body.subarray(0, 4096);
  const packed = gzipSync(small);
  const head = (...lines: readonly string[]): Buffer =>
    Buffer.from(['HTTP/1.1 200 OK', 'Content-Type: video/mp2t', ...lines, '', ''].join('\r\n'));
  const chunks = [small.subarray(0, 1000), small.subarray(1000)].flatMap((chunk) => [
    Buffer.from(`${chunk.length.toString(16)}\r\n`),
    Buffer.concat([chunk, Buffer.from('\r\n')]),
  ]);
  return [
    [head(`Content-Length: ${String(small.length)}`), small],
    [head('Transfer-Encoding: chunked'), ...chunks, Buffer.from('0\r\n\r\n')],
    [head('Connection: close'), small],
    [head('Content-Encoding: gzip', `Content-Length: ${String(packed.length)}`), packed],
  ];
}

export const simCacheDir = (root: string): string => path.join(root, '.cache/sim');
