import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeTrace, EVENTS, type HlsDialect, objectKeys } from '#libs/contracts';
import { buildTimeline } from '#libs/domain';
import { message } from '#libs/messages';
import { type Providers } from '#libs/providers';
import { Keyring } from '#libs/service-kit';
import { type LiveSegment, startNats, type TestNats } from '#libs/testkit';
import { aSegment, range, seqsOf } from '../test/capture-data.fixture.js';
import { SourceSecrets } from './capture/source-secrets.js';
import { RecorderFixture } from '../test/recorder.fixture.js';

let nats: TestNats;
let fixture: RecorderFixture;

beforeAll(async () => {
  nats = await startNats();
});
afterAll(async () => {
  await nats.stop();
});
beforeEach(async () => {
  fixture = await RecorderFixture.open(nats);
});
afterEach(() => fixture.close());

describe('a recorder', () => {
  it('records an assigned stream into a part with its journal, ends it with the source, and records a returning source as the next part', async () => {
    fixture.publish(0, 3);
    await fixture.startRecorder('n1/0');
    const { vodUuid } = await fixture.assign();
    await fixture.stored(vodUuid, 4);
    fixture.publish(4, 5);
    fixture.live.ended = true;
    await fixture.until(() => fixture.event(EVENTS.partEnded.name).length === 1);
    await fixture.until(() => fixture.snapshots.at(-1)?.state === 'standby');
    fixture.live.ended = false;
    fixture.live.publish(aSegment(6, ['#EXT-X-DISCONTINUITY']));
    await fixture.until(() => fixture.event(EVENTS.partStarted.name).length === 2);
    await fixture.bus.assignments.delete(vodUuid);
    await fixture.until(() => fixture.event(EVENTS.partEnded.name).length === 2);

    const [first, second] = await fixture.parts(vodUuid);
    if (!first || !second) throw new TypeError('two parts were expected');
    expect(seqsOf(first)).toEqual(range(0, 5));
    expect(seqsOf(second)).toEqual([6]);
    expect(first.records.map((r) => r.t)).toEqual(['part', 'epoch', ...Array.from({ length: 6 }, () => 'seg'), 'end']);
    expect(first.part).toMatchObject({ rendition: 'source', targetDurationMs: 1000, recorder: 'n1/0' });
    expect(first.end).toMatchObject({ cause: 'endlist', segments: 6 });
    expect(second.end).toMatchObject({ cause: 'stopped', segments: 1 });
    expect(fixture.event(EVENTS.partEnded.name)[0]).toMatchObject({
      msgId: `${first.partId}:ended`,
      payload: { segments: 6, mediaMs: 3000, missingMs: 0, cause: 'endlist' },
    });
    expect(buildTimeline([first, second]).runs.map((run) => run.segments.length)).toEqual([6, 1]);
    for (const [n, s] of first.segments.entries())
      expect(await fixture.storage.read(objectKeys.segment(vodUuid, first.partId, s.name))).toEqual(aSegment(n).body);
  });

  it('P10 records in journal and event that the end of a source was unreadable, and continues when it is readable', async () => {
    fixture.publish(0, 1);
    await fixture.startRecorder('n1/0');
    const { vodUuid } = await fixture.assign({ staleTargets: 2 });
    await fixture.stored(vodUuid, 2);
    fixture.live.fault = (_request, response) => {
      response.writeHead(403).end();
      return true;
    };
    await fixture.until(() => fixture.event(EVENTS.partEnded.name).length === 1);
    fixture.live.fault = () => false;
    fixture.publish(2, 3);
    await fixture.until(() => fixture.event(EVENTS.partStarted.name).length === 2);

    const [first] = await fixture.parts(vodUuid);
    expect(first?.end).toMatchObject({ cause: 'unreadable', segments: 2 });
    expect(fixture.event(EVENTS.partEnded.name)[0]?.payload).toMatchObject({ cause: 'unreadable', gaps: 0 });
  }, 30_000);

  it('P20 P21 stores no ads, starts the timeline at the preroll, and distinguishes ads from missing media', async () => {
    const dialect: HlsDialect = {
      ads: { classNames: ['stitched'], idPrefixes: [], titles: ['Amazon'] },
      contentTitles: ['live'],
      ignoreContentDiscontinuity: true,
    };
    const site = {
      chat: null,
      playback: {
        open: async ({ sourceUrl }: { readonly sourceUrl: string }) => ({ url: sourceUrl, headers: {}, dialect }),
      },
    };
    const t0 = Date.now();
    const titled = (n: number, title: string, ...tags: readonly string[]): LiveSegment => ({
      ...aSegment(n, [...tags, `#EXT-X-PROGRAM-DATE-TIME:${new Date(t0 + n * 500).toISOString()}`]),
      title,
    });
    const [ad, disc] = ['Amazon|1', '#EXT-X-DISCONTINUITY'];
    fixture.live.publish(
      titled(0, ad),
      titled(1, ad),
      titled(2, 'live', disc),
      titled(3, 'live'),
      titled(4, ad, disc),
      titled(5, ad),
    );
    await fixture.startRecorder('n1/0', { providers: { of: () => site } as unknown as Providers });
    const { vodUuid } = await fixture.assign();
    await fixture.stored(vodUuid, 2);
    await fixture.until(() => fixture.snapshots.at(-1)?.adMs === 2000);
    fixture.live.publish(titled(6, 'live', disc), titled(7, 'live', disc));
    fixture.live.ended = true;
    await fixture.until(() => fixture.event(EVENTS.partEnded.name).length === 1);

    const all = await fixture.parts(vodUuid);
    expect(seqsOf(all[0])).toEqual([2, 3, 6, 7]);
    expect(fixture.event(EVENTS.partEnded.name)[0]?.payload).toMatchObject({
      segments: 4,
      mediaMs: 2000,
      missingMs: 0,
      gaps: 0,
      adMs: 2000,
    });
    const timeline = buildTimeline(all);
    expect(timeline.gaps).toEqual([
      { at: t0, durMs: 1000, cause: 'ad' },
      { at: t0 + 2000, durMs: 1000, cause: 'ad' },
    ]);
    expect(timeline.runs.map((run) => [run.siteAt, run.durMs])).toEqual([
      [t0 + 1000, 1000],
      [t0 + 3000, 1000],
    ]);
    expect(fixture.live.requests.filter(({ path }) => /s[0145]\.ts/.test(path))).toEqual([]);
  });

  it('reports once why a stream cannot be recorded, retries, and records when it can', async () => {
    fixture.live.fault = (_request, response) => {
      response.writeHead(403).end();
      return true;
    };
    await fixture.startRecorder('n1/0');
    const { vodUuid } = await fixture.assign();
    await fixture.until(
      () => fixture.live.requests.length >= 3 && fixture.event(EVENTS.captureRefused.name).length > 0,
    );
    expect(fixture.event(EVENTS.captureRefused.name)).toMatchObject([
      { payload: { vodUuid, reason: message('error.http-status', { status: 403 }) } },
    ]);
    fixture.publish(0, 1);
    fixture.live.fault = () => false;
    await fixture.stored(vodUuid, 2);
    expect(fixture.event(EVENTS.captureRefused.name)).toHaveLength(1);
  });

  it('integrity-20 stores the trace of a capture when its part ends', async () => {
    fixture.publish(0, 1);
    await fixture.startRecorder('n1/0');
    const { vodUuid } = await fixture.assign();
    await fixture.stored(vodUuid, 2);
    const trace = new Promise<string>((resolve) => {
      fixture.onPut = (key, body) => {
        if (key.startsWith(objectKeys.traces(vodUuid)) && body instanceof Uint8Array)
          resolve(Buffer.from(body).toString());
      };
    });
    fixture.live.ended = true;
    const urls = decodeTrace(await trace).map(({ url }) => new URL(url).pathname);
    expect(urls).toEqual(expect.arrayContaining(['/live.m3u8', '/s0.ts', '/s1.ts']));
  });

  it('does not record a quality that is not offered, and names what is', async () => {
    fixture.live.files.set(
      '/master.m3u8',
      Buffer.from('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,FRAME-RATE=30\nlive.m3u8\n'),
    );
    fixture.publish(0, 1);
    await fixture.startRecorder('n1/0');
    await fixture.assign({ sourceUrl: `${fixture.live.origin}/master.m3u8`, qualities: ['1080p60', '720p'] });
    await fixture.until(() => fixture.event(EVENTS.captureRefused.name).length === 1);
    expect(fixture.event(EVENTS.captureRefused.name)[0]?.payload['reason']).toEqual(
      message('error.no-such-quality', { wanted: ['1080p60', '720p'], there: ['360p'] }),
    );
  });

  it('uses a corrected address at once, between retries and in standby', async () => {
    fixture.live.fault = (_request, response, path) => {
      if (path !== '/wrong.m3u8') return false;
      response.writeHead(404).end();
      return true;
    };
    await fixture.startRecorder('n1/0', { retryMs: 600_000 });
    fixture.publish(0, 1);
    fixture.live.ended = true;
    const assignment = await fixture.assign({ sourceUrl: `${fixture.live.origin}/wrong.m3u8` });
    await fixture.until(() => fixture.event(EVENTS.captureRefused.name).length === 1);
    await fixture.bus.assignments.put({ ...assignment, sourceUrl: fixture.live.url });
    await fixture.until(
      () => fixture.snapshots.at(-1)?.state === 'standby' && fixture.event(EVENTS.partEnded.name).length === 1,
    );

    fixture.live.files.set(
      '/master.m3u8',
      Buffer.from(`#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,FRAME-RATE=30\nlive.m3u8\n`),
    );
    await fixture.bus.assignments.put({ ...assignment, sourceUrl: `${fixture.live.origin}/master.m3u8` });
    await fixture.until(() => fixture.live.requests.some(({ path }) => path === '/master.m3u8'));
    fixture.live.ended = false;
    fixture.publish(2, 3);
    await fixture.until(() => fixture.snapshots.some((s) => s.rendition === '360p' && s.segments > 0));
    expect(fixture.event(EVENTS.captureRefused.name)).toHaveLength(1);
  });

  it.each(['between two parts', 'during a part'])(
    'security-source records nothing again if the same address is sealed anew %s',
    async (when) => {
      const sealer = Keyring.parse(Keyring.newEntry()).purpose('source');
      const channelUuid = randomUUID();
      const seal = (text: string): string => sealer.seal(channelUuid, text);
      const sealedHeaders = (): string => seal('{"x-key":"k"}');
      fixture.live.fault = (_request, response, path) => {
        if (path !== '/wrong.m3u8') return false;
        response.writeHead(404).end();
        return true;
      };
      fixture.publish(0, 2);
      fixture.live.ended = when === 'between two parts';
      fixture.secrets = new SourceSecrets(sealer);
      await fixture.startRecorder('n1/0');
      // In clear, as an earlier version wrote it.
      const assignment = await fixture.assign({ channelUuid, sealedHeaders: sealedHeaders() });
      const { vodUuid } = assignment;
      const isStandby = (): boolean => fixture.snapshots.findLast((s) => s.vodUuid === vodUuid)?.state === 'standby';
      await (fixture.live.ended ? fixture.until(isStandby) : fixture.stored(vodUuid, 3));
      for (const sourceUrl of [seal(fixture.live.url), seal(fixture.live.url)])
        await fixture.bus.assignments.put({ ...assignment, sourceUrl, sealedHeaders: sealedHeaders() });
      // Assignments arrive in order: when the recorder has this one, it has the sealed ones.
      await fixture.assign({ sourceUrl: `${fixture.live.origin}/wrong.m3u8` });
      await fixture.until(() => fixture.event(EVENTS.captureRefused.name).length > 0);
      fixture.live.ended = true;
      await fixture.until(isStandby);
      fixture.live.ended = false;
      fixture.publish(3, 4);
      await fixture.until(() => fixture.event(EVENTS.partStarted.name).length === 2);
      fixture.live.ended = true;
      await fixture.until(() => fixture.event(EVENTS.partEnded.name).length === 2);
      expect((await fixture.parts(vodUuid)).map(seqsOf)).toEqual([range(0, 2), range(3, 4)]);
    },
  );

  it('reports a new source that cannot be recorded, also after the end of a stream of the source before', async () => {
    fixture.live.fault = (_request, response, path) => {
      if (path !== '/wrong.m3u8') return false;
      response.writeHead(404).end();
      return true;
    };
    fixture.publish(0, 1);
    fixture.live.ended = true;
    await fixture.startRecorder('n1/0');
    const assignment = await fixture.assign();
    await fixture.until(() => fixture.snapshots.at(-1)?.state === 'standby');
    await fixture.bus.assignments.put({ ...assignment, sourceUrl: `${fixture.live.origin}/wrong.m3u8` });
    await fixture.until(() => fixture.event(EVENTS.captureRefused.name).length > 0);
    expect(fixture.event(EVENTS.captureRefused.name)).toMatchObject([
      { payload: { reason: message('error.http-status', { status: 404 }) } },
    ]);
  });

  it('continues while nats-server is down, and reports afterwards', async () => {
    fixture.publish(0, 1);
    await fixture.startRecorder('n1/0');
    const { vodUuid } = await fixture.assign();
    await fixture.stored(vodUuid, 2);
    await nats.kill();
    fixture.publish(2, 3);
    await fixture.until(() => fixture.live.requests.some((a) => a.path === '/s3.ts'));
    fixture.live.ended = true;
    await nats.restart();
    await fixture.until(() => fixture.event(EVENTS.partEnded.name).length === 1);
    const [part] = await fixture.parts(vodUuid);
    expect(seqsOf(part)).toEqual(range(0, 3));
    expect(part?.end).toMatchObject({ cause: 'endlist' });
  });
});
