import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { fastClock, LiveHls, type LiveSegment, madeTs } from '#libs/testkit';
import { BufferPool } from '../http/buffer-pool.js';
import { LOOPBACK_GUARD } from '../http/loopback-guard.fixture.js';
import { HttpClient } from '../http/http-client.js';
import {
  captureWithRenditions,
  type RenditionCapture,
  type RenditionsCaptureEnd,
  type RenditionsCaptureSettings,
} from './capture-renditions.js';
import { AD_DIALECT, DISC, pdt, range, Recording, stitched, T0, ts } from './capture-recording.fixture.js';
import { HlsSource } from './hls-source.js';

const AUDIO_STREAM = 0xc0;
const sound = (n: number): LiveSegment => ({
  name: `a${n}.ts`,
  body: madeTs({ ptsMs: 10_000 + n * 2000, mark: 100 + n }, AUDIO_STREAM),
  durMs: 2000,
  tags: [],
});
const text = (n: number, body = 'WEBVTT\n\n'): LiveSegment => ({
  name: `t${n}.vtt`,
  body: Buffer.from(body),
  durMs: 2000,
  tags: [],
});
const KINDS = ['audio', 'subtitles'] as const;
const segmentOf = { audio: sound, subtitles: text } as const;

let picture: LiveHls;
let audio: LiveHls;
let http: HttpClient;
let got: Recording;
let gotAudio: Recording;
let gotText: Recording;
const stopping = { now: new AbortController() };
const faults: string[] = [];
/** Where the renditions of the part before stopped. */
let resume: RenditionCapture['resume'];

beforeEach(async () => {
  [picture, audio] = [await LiveHls.start(), await LiveHls.start()];
  http = new HttpClient({ pool: new BufferPool(), guard: LOOPBACK_GUARD });
  [got, gotAudio, gotText] = [new Recording(http), new Recording(http), new Recording(http)];
  stopping.now = new AbortController();
  faults.length = 0;
  resume = () => Promise.resolve(null);
  offer({ English: audio.url });
});
afterEach(async () => {
  stopping.now.abort();
  await http.close();
  await Promise.all([picture.stop(), audio.stop()]);
});

const recordingOf = (kind: RenditionCapture['kind']): Recording => (kind === 'audio' ? gotAudio : gotText);

/** Serves a master with renditions of a kind, by their names. */
function offer(urls: Readonly<Record<string, string>>, kind: RenditionCapture['kind'] = 'audio'): void {
  const type = kind.toUpperCase();
  const rows = Object.entries(urls).map(
    ([name, url]) => `#EXT-X-MEDIA:TYPE=${type},GROUP-ID="g",NAME="${name}",AUTOSELECT=YES,URI="${url}"`,
  );
  const lines = ['#EXTM3U', ...rows, `#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2,${type}="g"`, 'live.m3u8', ''];
  picture.files.set('/master.m3u8', Buffer.from(lines.join('\n')));
}
const requestsOf = (path: string): number => picture.requests.filter((request) => request.path === path).length;

async function begin(more: Partial<RenditionsCaptureSettings> = {}): Promise<RenditionsCaptureEnd> {
  const { signal } = stopping.now;
  const source = await HlsSource.open({
    url: `${picture.origin}/master.m3u8`,
    http,
    signal,
    choose: ([first]) => first!,
  });
  return captureWithRenditions({
    source,
    http,
    signal,
    sink: got,
    staleTargets: 30,
    resume: null,
    waitForFirst: false,
    clock: fastClock(10),
    renditions: KINDS.flatMap((kind) =>
      source.variant![kind].map((rendition) => ({ kind, rendition, sink: recordingOf(kind), resume })),
    ),
    onRenditionFault: ({ rendition: { name } }) => faults.push(name),
    ...more,
  });
}

/** Waits for the end of the video and of its renditions. */
async function expectWhole(end: Promise<RenditionsCaptureEnd>): Promise<void> {
  const { cause, rest } = await end;
  expect(cause).toBe('endlist');
  await rest.done;
}

it('sources-16 captures video and audio whole, and ends when both have ended', async () => {
  picture.publish(ts(0), ts(1));
  audio.publish(sound(0), sound(1));
  const end = begin();
  await Promise.all([got.has(2), gotAudio.has(2)]);
  picture.publish(ts(2));
  picture.ended = true;
  await got.has(3);
  audio.publish(sound(2));
  audio.ended = true;
  await expectWhole(end);
  expect(got.seqs).toEqual([0, 1, 2]);
  expect(gotAudio.segments.map((s) => [s.seq, s.ptsMs])).toEqual([
    [0, 10_000],
    [1, 12_000],
    [2, 14_000],
  ]);
  expect(gotAudio.segments.map((s) => s.copy)).toEqual(range(0, 2).map((n) => audio.files.get(`/a${n}.ts`)));
});

it('sources-16 captures subtitles likewise; what is no WebVTT, or is huge, is missing', async () => {
  picture.files.set(
    '/master.m3u8',
    Buffer.from(
      [
        '#EXTM3U',
        `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",URI="${audio.url}"`,
        `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="other",NAME="Suomi",LANGUAGE="fi",URI="gone.m3u8"`,
        '#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2,SUBTITLES="s"',
        'live.m3u8',
        '',
      ].join('\n'),
    ),
  );
  const bodies = [
    'WEBVTT\n\n',
    '\ufeffWEBVTT header\n',
    '<html>WEBVTT</html>',
    `WEBVTT\n${' '.repeat(3 * 1024 * 1024)}`,
  ];
  picture.publish(...range(0, 3).map((n) => ts(n)));
  audio.publish(...bodies.map((body, n) => text(n, body)));
  const end = begin();
  await Promise.all([got.has(4), gotText.has(2)]);
  for (const n of range(4, 9)) {
    picture.publish(ts(n));
    audio.publish(text(n));
    await got.has(n + 1);
  }
  await gotText.has(8);
  [picture.ended, audio.ended] = [true, true];
  await expectWhole(end);
  expect([got.seqs, got.gaps]).toEqual([range(0, 9), []]);
  expect(gotText.segments.map((s) => [s.seq, s.ext, s.copy.toString()])).toEqual(
    [0, 1, ...range(4, 9)].map((n) => [n, 'vtt', text(n, bodies[n]).body.toString()]),
  );
  expect(gotText.gaps.map(({ fromSeq, toSeq }) => [fromSeq, toSeq])).toEqual([
    [2, 2],
    [3, 3],
  ]);
  expect(faults).toEqual([]);
});

it('sources-16 reads no audio before the video has a segment, and then takes what its window lists', async () => {
  audio.publish(sound(0), sound(1));
  const segmentsAtRequest: number[] = [];
  audio.onRequest = () => {
    segmentsAtRequest.push(got.seqs.length);
  };
  const polled = new Promise<void>((resolve) => {
    picture.onRequest = () => {
      if (picture.requests.length >= 4) resolve();
    };
  });
  const end = begin();
  await polled;
  picture.publish(ts(0), ts(1));
  await Promise.all([got.has(2), gotAudio.has(2)]);
  [picture.ended, audio.ended] = [true, true];
  await expectWhole(end);
  expect(gotAudio.seqs).toEqual([0, 1]);
  expect(segmentsAtRequest[0]).toBeGreaterThan(0);
});

it.each([
  ['the first part', 'audio', false],
  ['a later part', 'audio', true],
  ['a later part', 'subtitles', true],
] as const)('sources-16 %s ends with the video, while its last %s still comes', async (_, kind, waitForFirst) => {
  const [segment, recording] = [segmentOf[kind], recordingOf(kind)];
  offer({ English: audio.url }, kind);
  picture.publish(ts(0));
  audio.publish(segment(0));
  const end = begin({ waitForFirst });
  await Promise.all([got.has(1), recording.has(1)]);
  picture.ended = true;
  const { rest } = await end;
  audio.publish(segment(1));
  await recording.has(2);
  rest.stop();
  expect((await rest.done).size).toBe(1);
  expect(recording.seqs).toEqual([0, 1]);
});

it('sources-16 records the audio of a short part whose video ends before the audio of the part before', async () => {
  const before = Promise.withResolvers<null>();
  resume = () => before.promise;
  picture.publish(ts(0));
  audio.publish(sound(0));
  [picture.ended, audio.ended] = [true, true];
  const { rest } = await begin({ waitForFirst: true });
  before.resolve(null);
  await rest.done;
  expect(gotAudio.seqs).toEqual([0]);
});

it('sources-16 goes on with the video while the audio list fails, and notes what the audio lacks', async () => {
  picture.publish(ts(0));
  audio.publish(sound(0));
  const end = begin();
  await Promise.all([got.has(1), gotAudio.has(1)]);
  audio.fault = (_request, response) => {
    response.writeHead(503).end();
    return true;
  };
  for (const n of range(1, 9)) {
    picture.publish(ts(n));
    audio.publish(sound(n));
    await got.has(n + 1);
  }
  audio.fault = () => false;
  await gotAudio.has(7);
  picture.ended = true;
  audio.ended = true;
  await expectWhole(end);
  expect(got.seqs).toEqual(range(0, 9));
  expect(got.gaps).toEqual([]);
  expect(gotAudio.gaps).toMatchObject([{ fromSeq: 1, toSeq: 3, cause: 'left-window' }]);
  expect(gotAudio.seqs).toEqual([0, ...range(4, 9)]);
  expect(new Set(faults)).toEqual(new Set(['English']));
});

it('sources-16 takes up audio that ended alone when its list goes on', async () => {
  picture.publish(ts(0));
  audio.publish(sound(0));
  audio.ended = true;
  const end = begin();
  await Promise.all([got.has(1), gotAudio.has(1)]);
  picture.publish(ts(1), ts(2));
  await got.has(3);
  audio.ended = false;
  audio.publish(sound(1), sound(2));
  await gotAudio.has(3);
  picture.ended = true;
  await expectWhole(end);
  expect(gotAudio.seqs).toEqual([0, 1, 2]);
  expect(gotAudio.segments.map(({ epoch }) => epoch)).toEqual([0, 1, 1]);
  expect(gotAudio.epochs.map(({ epoch }) => epoch)).toEqual([0, 1]);
  expect(gotAudio.gaps).toEqual([]);
});

it.each(KINDS)(
  'sources-16 takes an address of %s that expires alone from the master, the video stays',
  async (kind) => {
    const [segment, recording] = [segmentOf[kind], recordingOf(kind)];
    offer({ English: `${audio.url}?token=1` }, kind);
    picture.publish(ts(0));
    audio.publish(segment(0));
    const end = begin();
    await Promise.all([got.has(1), recording.has(1)]);
    audio.fault = (_request, response, path) => {
      if (!path.endsWith('?token=1')) return false;
      response.writeHead(403).end();
      return true;
    };
    offer({ English: `${audio.url}?token=2` }, kind);
    picture.publish(ts(1));
    audio.publish(segment(1));
    await Promise.all([got.has(2), recording.has(2)]);
    [picture.ended, audio.ended] = [true, true];
    await expectWhole(end);
    expect([recording.seqs, recording.gaps]).toEqual([[0, 1], []]);
    expect([requestsOf('/master.m3u8'), got.epochs.length]).toEqual([2, 1]);
  },
);

it('sources-16 loads the master once for all audio that never answers, and again only later', async () => {
  offer({ English: audio.url, Deutsch: `${audio.url}?de` });
  audio.fault = (_request, response) => {
    response.writeHead(403).end();
    return true;
  };
  let now = 0;
  const failures = (count: number): Promise<void> =>
    new Promise((resolve) => {
      const atLeast = audio.requests.length + count;
      audio.onRequest = () => {
        if (audio.requests.length >= atLeast) resolve();
      };
    });
  picture.publish(ts(0));
  const end = begin({ clock: { ...fastClock(50), now: () => now } });
  await failures(16);
  expect(requestsOf('/master.m3u8')).toBe(2);
  now = 30_000;
  await failures(16);
  expect(requestsOf('/master.m3u8')).toBe(3);
  picture.ended = true;
  const { rest } = await end;
  rest.stop();
  await rest.done;
});

it('sources-16 drops an ad from the video and from the audio, and reports it for both', async () => {
  const scheduled = (segment: LiveSegment, n: number): LiveSegment => ({
    ...segment,
    tags: [...([2, 4].includes(n) ? [DISC] : []), pdt(n)],
    title: [2, 3].includes(n) ? 'Amazon|8812' : 'live',
  });
  [picture.head, audio.head] = [[stitched(2, 4, 'MIDROLL')], [stitched(2, 4, 'MIDROLL')]];
  picture.publish(...range(0, 5).map((n) => scheduled(ts(n), n)));
  audio.publish(...range(0, 5).map((n) => scheduled(sound(n), n)));
  const end = begin({ dialect: AD_DIALECT, clock: { ...fastClock(10), wall: () => T0 + 12_000 } });
  await Promise.all([got.has(4), gotAudio.has(4)]);
  [picture.ended, audio.ended] = [true, true];
  await expectWhole(end);
  const mediaOf = ({ requests }: LiveHls): string[] =>
    requests.map(({ path }) => path).filter((path) => path.endsWith('.ts'));
  expect([mediaOf(picture), mediaOf(audio)]).toEqual([
    ['/s0.ts', '/s1.ts', '/s4.ts', '/s5.ts'],
    ['/a0.ts', '/a1.ts', '/a4.ts', '/a5.ts'],
  ]);
  const midroll = { at: T0 + 4000, durMs: 4000, roll: 'midroll', over: true };
  expect([got.ads, got.gaps, gotAudio.ads, gotAudio.gaps]).toMatchObject([[midroll], [], [midroll], []]);
  expect([got, gotAudio].map(({ epochs }) => epochs.map((epoch) => epoch.startAt - T0))).toEqual([
    [0, 8000],
    [0, 8000],
  ]);
});

it('sources-16 delivers audio behind a segment that is listed to the end but never there', async () => {
  picture.publish(...range(0, 3).map((n) => ts(n)));
  audio.publish(...range(0, 3).map(sound));
  audio.files.delete('/a1.ts');
  const end = begin();
  await got.has(4);
  // Only the list of the video ends.
  picture.ended = true;
  await expectWhole(end);
  expect(gotAudio.seqs).toEqual([0, 2, 3]);
  expect(gotAudio.gaps).toMatchObject([{ fromSeq: 1, toSeq: 1, cause: 'not-found' }]);
});

it('sources-16 waits for the last audio of a list that had ended alone and went on', async () => {
  picture.publish(ts(0));
  audio.publish(sound(0));
  audio.ended = true;
  const end = begin();
  await Promise.all([got.has(1), gotAudio.has(1)]);
  audio.ended = false;
  audio.publish(sound(1));
  await gotAudio.has(2);
  picture.ended = true;
  await new Promise<void>((resolve) => {
    picture.onRequest = () => {
      resolve();
    };
  });
  audio.publish(sound(2));
  audio.ended = true;
  await expectWhole(end);
  expect(gotAudio.seqs).toEqual([0, 1, 2]);
});
