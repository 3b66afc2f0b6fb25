import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EVENTS, type HlsDialect, objectKeys } from '#libs/contracts';
import { buildTimeline } from '#libs/domain';
import { message } from '#libs/messages';
import { type Providers } from '#libs/providers';
import { type LiveSegment, startNats, type TestNats } from '#libs/testkit';
import { aSegment, range, seqsOf } from '../test/assigned.fixture.js';
import { RecorderStage } from '../test/recorder-stage.fixture.js';

let nats: TestNats;
let stage: RecorderStage;

beforeAll(async () => {
  nats = await startNats();
});
afterAll(async () => {
  await nats.stop();
});
beforeEach(async () => {
  stage = await RecorderStage.open(nats);
});
afterEach(() => stage.close());

describe('a recorder', () => {
  it('records an assigned stream into a part with its journal, ends it with the source, and takes a return as the next part', async () => {
    stage.publish(0, 3);
    await stage.startRecorder('n1/0');
    const { vodUuid } = await stage.assign();
    await stage.stored(vodUuid, 4);
    stage.publish(4, 5);
    stage.live.ended = true;
    await stage.until(() => stage.event(EVENTS.partEnded.name).length === 1);
    await stage.until(() => stage.snapshots.at(-1)?.state === 'standby');
    stage.live.ended = false;
    stage.live.publish(aSegment(6, ['#EXT-X-DISCONTINUITY']));
    await stage.until(() => stage.event(EVENTS.partStarted.name).length === 2);
    await stage.bus.assignments.delete(vodUuid);
    await stage.until(() => stage.event(EVENTS.partEnded.name).length === 2);

    const [first, second] = await stage.parts(vodUuid);
    if (!first || !second) throw new TypeError('two parts were expected');
    expect(seqsOf(first)).toEqual(range(0, 5));
    expect(seqsOf(second)).toEqual([6]);
    expect(first.records.map((r) => r.t)).toEqual(['part', 'epoch', ...Array.from({ length: 6 }, () => 'seg'), 'end']);
    expect(first.part).toMatchObject({ rendition: 'source', targetDurationMs: 1000, recorder: 'n1/0' });
    expect(first.end).toMatchObject({ cause: 'endlist', segments: 6 });
    expect(second.end).toMatchObject({ cause: 'stopped', segments: 1 });
    expect(stage.event(EVENTS.partEnded.name)[0]).toMatchObject({
      msgId: `${first.partId}:ended`,
      payload: { segments: 6, mediaMs: 3000, missingMs: 0, cause: 'endlist' },
    });
    expect(buildTimeline([first, second]).runs.map((run) => run.segments.length)).toEqual([6, 1]);
    for (const [n, s] of first.segments.entries())
      expect(await stage.storage.read(objectKeys.segment(vodUuid, first.partId, s.name))).toEqual(aSegment(n).body);
  });

  it('P10 says in the journal and in the event that the end of a source could not be read, and goes on when it can be', async () => {
    stage.publish(0, 1);
    await stage.startRecorder('n1/0');
    const { vodUuid } = await stage.assign({ staleTargets: 2 });
    await stage.stored(vodUuid, 2);
    stage.live.fault = (_q, s) => {
      s.writeHead(403).end();
      return true;
    };
    await stage.until(() => stage.event(EVENTS.partEnded.name).length === 1);
    stage.live.fault = () => false;
    stage.publish(2, 3);
    await stage.until(() => stage.event(EVENTS.partStarted.name).length === 2);

    const [first] = await stage.parts(vodUuid);
    expect(first?.end).toMatchObject({ cause: 'unreadable', segments: 2 });
    expect(stage.event(EVENTS.partEnded.name)[0]?.payload).toMatchObject({ cause: 'unreadable', gaps: 0 });
  }, 30_000);

  it('P20 P21 stores no ad, marks the start by the preroll, and tells ads apart from what is missing', async () => {
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
    stage.live.publish(
      titled(0, ad),
      titled(1, ad),
      titled(2, 'live', disc),
      titled(3, 'live'),
      titled(4, ad, disc),
      titled(5, ad),
    );
    await stage.startRecorder('n1/0', { providers: { of: () => site } as unknown as Providers });
    const { vodUuid } = await stage.assign();
    await stage.stored(vodUuid, 2);
    await stage.until(() => stage.snapshots.at(-1)?.adMs === 2000);
    stage.live.publish(titled(6, 'live', disc), titled(7, 'live', disc));
    stage.live.ended = true;
    await stage.until(() => stage.event(EVENTS.partEnded.name).length === 1);

    const all = await stage.parts(vodUuid);
    expect(seqsOf(all[0])).toEqual([2, 3, 6, 7]);
    expect(stage.event(EVENTS.partEnded.name)[0]?.payload).toMatchObject({
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
    expect(stage.live.asked.filter(({ path }) => /s[0145]\.ts/.test(path))).toEqual([]);
  });

  it('says once why a stream cannot be recorded, tries again, and records when it can', async () => {
    stage.live.fault = (_q, s) => {
      s.writeHead(403).end();
      return true;
    };
    await stage.startRecorder('n1/0');
    const { vodUuid } = await stage.assign();
    await stage.until(() => stage.live.asked.length >= 3 && stage.event(EVENTS.captureRefused.name).length > 0);
    expect(stage.event(EVENTS.captureRefused.name)).toMatchObject([
      { payload: { vodUuid, reason: message('error.http-status', { status: 403 }) } },
    ]);
    stage.publish(0, 1);
    stage.live.fault = () => false;
    await stage.stored(vodUuid, 2);
    expect(stage.event(EVENTS.captureRefused.name)).toHaveLength(1);
  });

  it('does not record a quality that is not offered, and names what is', async () => {
    stage.live.files.set(
      '/master.m3u8',
      Buffer.from('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,FRAME-RATE=30\nlive.m3u8\n'),
    );
    stage.publish(0, 1);
    await stage.startRecorder('n1/0');
    await stage.assign({ sourceUrl: `${stage.live.origin}/master.m3u8`, qualities: ['1080p60', '720p'] });
    await stage.until(() => stage.event(EVENTS.captureRefused.name).length === 1);
    expect(stage.event(EVENTS.captureRefused.name)[0]?.payload['reason']).toEqual(
      message('error.no-such-quality', { wanted: ['1080p60', '720p'], there: ['360p'] }),
    );
  });

  it('takes a corrected address at once, while it waits to try again and while it stands by', async () => {
    stage.live.fault = (_q, s, path) => {
      if (path !== '/wrong.m3u8') return false;
      s.writeHead(404).end();
      return true;
    };
    await stage.startRecorder('n1/0', { retryMs: 600_000 });
    stage.publish(0, 1);
    stage.live.ended = true;
    const assignment = await stage.assign({ sourceUrl: `${stage.live.origin}/wrong.m3u8` });
    await stage.until(() => stage.event(EVENTS.captureRefused.name).length === 1);
    await stage.bus.assignments.put({ ...assignment, sourceUrl: stage.live.url });
    await stage.until(
      () => stage.snapshots.at(-1)?.state === 'standby' && stage.event(EVENTS.partEnded.name).length === 1,
    );

    stage.live.files.set(
      '/master.m3u8',
      Buffer.from(`#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,FRAME-RATE=30\nlive.m3u8\n`),
    );
    await stage.bus.assignments.put({ ...assignment, sourceUrl: `${stage.live.origin}/master.m3u8` });
    await stage.until(() => stage.live.asked.some(({ path }) => path === '/master.m3u8'));
    stage.live.ended = false;
    stage.publish(2, 3);
    await stage.until(() => stage.snapshots.some((s) => s.rendition === '360p' && s.segments > 0));
    expect(stage.event(EVENTS.captureRefused.name)).toHaveLength(1);
  });

  it('goes on while nats-server is dead, and tells afterwards what it did', async () => {
    stage.publish(0, 1);
    await stage.startRecorder('n1/0');
    const { vodUuid } = await stage.assign();
    await stage.stored(vodUuid, 2);
    await nats.kill();
    stage.publish(2, 3);
    const reached = stage.until(() => stage.live.asked.some((a) => a.path === '/s3.ts'));
    await reached;
    stage.live.ended = true;
    await nats.restart();
    await stage.until(() => stage.event(EVENTS.partEnded.name).length === 1);
    const [part] = await stage.parts(vodUuid);
    expect(seqsOf(part)).toEqual(range(0, 3));
    expect(part?.end).toMatchObject({ cause: 'endlist' });
  });
});
