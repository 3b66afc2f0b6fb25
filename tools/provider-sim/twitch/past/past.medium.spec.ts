import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { statusOf } from '#libs/testkit';
import { until } from '../../../common/until.js';
import { checkRecording, type RecordingReport } from '../../frames/index.js';
import { readTones, TONE_STEP_MS } from '../../frames/read-tones.js';
import { SMALL_MEDIA } from '../../media/media-spec.js';
import { smallChannel } from '../../scenarios/small-channel.js';
import { startSim, type Sim } from '../../start-sim.js';
import { createViewer, type Json, type Token, type Viewer } from '../media/viewer.fixture.js';
import type { PastVideoSpec } from './past-spec.js';

const MEDIA = { ...SMALL_MEDIA, seconds: 32, label: 'PAST' };
/** Longer than the source, so that it loops. */
const VIDEOS: readonly PastVideoSpec[] = [
  { id: '11', title: 'Long', agoS: 4000, seconds: 44, muted: [{ from: 1, count: 1 }] },
  { id: '12', title: 'In MP4', agoS: 5000, seconds: 20, container: 'fmp4' },
  {
    id: '13',
    title: 'Fresh',
    agoS: 6000,
    seconds: 20,
    muted: [{ from: 0, count: 1 }],
    mutedNames: 'unmuted',
    hasPlainSound: true,
  },
];
/** Sound of a TS segment ends up to this much before its picture. */
const END_MS = 120;

const tokenOf = async (viewer: Viewer, vodID: string): Promise<Token | null> =>
  (
    await viewer.gql({
      operationName: 'PlaybackAccessToken',
      variables: { isLive: false, login: '', isVod: true, vodID, playerType: 'embed', platform: 'site' },
      extensions: {
        persistedQuery: { version: 1, sha256Hash: 'ed230aa1e33e07eebb8928504583da78a5173989fadfb1ac94be06a04f3cdbe9' },
      },
    })
  ).answer.data.videoPlaybackAccessToken as Token | null;

describe('videos of the simulated Twitch', () => {
  let sim: Sim;
  let viewer: Viewer;
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vodkeep-past-'));
    const channel = smallChannel('salty', {
      segmentS: 1,
      prefill: 4,
      renditions: [{ name: 'source', media: MEDIA }],
      twitch: { userId: '7001', displayName: 'Salty', title: 'Boats', category: 'Chess', past: { videos: VIDEOS } },
    });
    sim = await startSim({ scenario: { name: 'spec', about: '', steps: [], channels: [channel] } });
    viewer = createViewer(sim.url, 'salty');
  }, 60_000);
  afterAll(async () => {
    await sim.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function master(
    id: string,
    { isV2 = false, token }: { readonly isV2?: boolean; readonly token?: Token } = {},
  ): Promise<{ readonly status: number; readonly body: string; readonly lists: readonly string[] }> {
    const { value, signature } = token ?? (await tokenOf(viewer, id)) ?? { value: '', signature: '' };
    const query = isV2 ? { nauth: value, nauthsig: signature } : { token: value, sig: signature };
    const answer = await fetch(
      `${sim.url}/h/usher.ttvnw.net/vod/${isV2 ? 'v2/' : ''}${id}.m3u8?${new URLSearchParams({ ...query, allow_source: 'true', allow_audio_only: 'true' }).toString()}`,
    );
    const body = await answer.text();
    return { status: answer.status, body, lists: body.match(/^http.*$/gm) ?? [] };
  }
  const listOf = async (id: string): Promise<string> => (await master(id)).lists[0] ?? '';

  /** All of a list in one file; `named` gives the name that is asked for. */
  async function download(list: string, named = (name: string): string => name): Promise<string> {
    const text = await (await fetch(list)).text();
    const map = /#EXT-X-MAP:URI="(.*)"/.exec(text)?.[1];
    const names = [...(map === undefined ? [] : [map]), ...(text.match(/^\d.*$/gm) ?? []).map(named)];
    const bodies: Buffer[] = [];
    for (const name of names) {
      const answer = await fetch(new URL(name, list));
      expect([name, answer.status]).toEqual([name, 200]);
      bodies.push(Buffer.from(await answer.arrayBuffer()));
    }
    const file = path.join(folder, `${String(Math.random()).slice(2)}.${map === undefined ? 'ts' : 'mp4'}`);
    await writeFile(file, Buffer.concat(bodies));
    return file;
  }
  async function check(id: string, file: string): Promise<RecordingReport> {
    const log = sim.videoLog(id);
    return checkRecording([file], log ?? { segments: [], fps: 30, sourceFrames: 0 }, { endToleranceMs: END_MS });
  }

  it('hold every frame, and no sound where they are muted', async () => {
    const list = await listOf('11');
    expect(list).toMatch(/cloudfront\.net\/[0-9a-f]{20}_salty_\d+_\d+\/chunked\/index-muted-[0-9A-F]{10}\.m3u8$/);
    const {
      frames,
      tones: [tone],
    } = await check('11', await download(list));
    expect(frames).toMatchObject({ ok: true, expected: 44 * 30, lost: [], doubled: [] });
    expect(tone?.wrong).toEqual([]);
    const long = tone?.silent.filter(({ fromMs, toMs }) => toMs - fromMs > END_MS) ?? [];
    expect(long).toHaveLength(1);
    expect(Math.abs((long[0]?.fromMs ?? 0) - 10_000)).toBeLessThan(END_MS);
    expect(Math.abs((long[0]?.toMs ?? 0) - 20_000)).toBeLessThan(END_MS);
  }, 60_000);

  it('may still have their sound under the plain name, and refuse the listed one', async () => {
    const list = await listOf('13');
    expect(await (await fetch(list)).text()).toContain('0-unmuted.ts');
    expect(await statusOf(new URL('0-unmuted.ts', list))).toBe(403);
    const {
      frames,
      tones: [tone],
    } = await check('13', await download(list, (name) => name.replace('-unmuted', '')));
    expect([frames.ok, tone?.silent.filter(({ fromMs, toMs }) => toMs - fromMs > END_MS)]).toEqual([true, []]);
    expect((await check('13', await download(list, (name) => name.replace('-unmuted', '-muted')))).frames.ok).toBe(
      true,
    );
  }, 60_000);

  it('come in fMP4 with an init section', async () => {
    const list = await listOf('12');
    const text = await (await fetch(list)).text();
    expect(text).toMatch(/EXT-X-VERSION:6[^]*EXT-X-MAP:URI="init-0.mp4"[^]*^0\.mp4$[^]*ENDLIST/m);
    expect((await check('12', await download(list))).frames).toMatchObject({ ok: true, expected: 600 });
  }, 60_000);

  it('are offered in both shapes of a master, their sound alone too', async () => {
    const [v1, v2] = [await master('11'), await master('11', { isV2: true })];
    expect(v1.body).toMatch(
      /TWITCH-INFO:ORIGIN="s3",.*CLUSTER="cloudfront_vod"[^]*GROUP-ID="chunked",NAME="180p \(source\)"[^]*GROUP-ID="audio_only"/,
    );
    expect(v2.body).toMatch(/TWITCH-INFO:ORIGIN="s3"[^]*IVS-NAME="180p"[^]*IVS-NAME="audio"/);
    const sound = await download(v1.lists[1] ?? '');
    const tones = await readTones(sound);
    expect(tones.length).toBeGreaterThan(43_000 / TONE_STEP_MS);
    expect(new Set(tones.map(({ tone }) => tone)).size).toBeGreaterThan(20);
  }, 60_000);

  it('want a token of their own, and say so in a JSON array', async () => {
    const other = await tokenOf(viewer, '12');
    expect(await master('11', { ...(other ? { token: other } : {}) })).toMatchObject({
      status: 403,
      body: expect.stringContaining('invalid_channel'),
    });
    expect(await master('11', { token: { value: '{}', signature: 'x' } })).toMatchObject({
      status: 403,
      body: expect.stringContaining('invalid_signature'),
    });
    expect(await tokenOf(viewer, '99')).toBeNull();
    sim.act('salty', { do: 'video', id: '12', access: 'subscribers' });
    expect(await master('12')).toMatchObject({ status: 403, body: expect.stringContaining('vod_manifest_restricted') });
  });

  it('grow with a broadcast, over a drop with a discontinuity, and end with it; its chat is theirs', async () => {
    sim.act('salty', { do: 'start' });
    const { answer } = await viewer.gql({
      query:
        '{ user(login: "salty") { stream { id } videos(first: 1) { edges { node { id status broadcastType } } } } }',
    });
    const { stream, videos } = (answer as { data: { user: Json } }).data.user as {
      stream: { id: string };
      videos: { edges: { node: { id: string; status: string } }[] };
    };
    const { id = '', status } = videos.edges[0]?.node ?? {};
    expect([status, stream.id]).toEqual(['RECORDING', '40001000000']);
    sim.act('salty', { do: 'say', login: 'mossy', text: 'hello Kappa there' });
    const list = await listOf(id);
    expect(list).toContain(`_salty_${stream.id}_`);
    const listed = async (): Promise<string> => (await fetch(list)).text();
    sim.act('salty', { do: 'drop', answer: 'frozen' });
    sim.act('salty', { do: 'resume' });
    await until('a segment after the drop', { limitMs: 30_000, signal: AbortSignal.timeout(60_000) }, async () =>
      (await listed()).includes('#EXT-X-DISCONTINUITY'),
    );
    expect(await listed()).not.toContain('ENDLIST');
    sim.act('salty', { do: 'end', how: 'vanish' });
    expect(await listed()).toContain('ENDLIST');
    const live = sim.log().channels['salty']?.segments.length ?? 0;
    expect((await check(id, await download(list))).frames).toMatchObject({ ok: true, expected: live * 30 });
    const comments = await viewer.gql({
      operationName: 'VideoCommentsByOffsetOrCursor',
      variables: { videoID: id, contentOffsetSeconds: 0 },
      extensions: {
        persistedQuery: { version: 1, sha256Hash: 'b70a3591ff0f4e0313d126c6a1502d79a1c02baebb288227c582044aa76adf6a' },
      },
    });
    expect(comments.answer.data.video.comments).toMatchObject({
      edges: [
        {
          cursor: expect.any(String),
          node: {
            commenter: { login: 'mossy' },
            contentOffsetSeconds: expect.any(Number),
            message: {
              fragments: [
                { text: 'hello ', emote: null },
                { text: 'Kappa', emote: { emoteID: '25', from: 6 } },
                { text: ' there', emote: null },
              ],
            },
          },
        },
      ],
      pageInfo: { hasNextPage: false },
    });
  }, 90_000);

  it('fail as the channel is asked to', async () => {
    const list = await listOf('11');
    sim.act('salty', { do: 'fault', on: 'segment', mode: '503', fromSeq: 2, toSeq: 2, times: 1 });
    expect([
      await statusOf(new URL('2.ts', list)),
      await statusOf(new URL('2.ts', list)),
      await statusOf(new URL('99.ts', list)),
    ]).toEqual([503, 200, 403]);
  });
});
