import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Assignment, EVENTS, type TimelineRun } from '#libs/contracts';
import { alignAudio, buildTimeline, type PartInfo } from '#libs/domain';
import { LiveHls, startNats, type TestNats } from '#libs/testkit';
import { anAudioSegment, masterWithAudio, range, seqsOf } from '../test/capture-data.fixture.js';
import { RecorderFixture } from '../test/recorder.fixture.js';
import { SpoolRecovery } from './store/spool-recovery.js';
import { Spool } from './store/spool.js';

let nats: TestNats;
let fixture: RecorderFixture;
let audio: LiveHls;
const storedKeys = new Set<string>();

beforeAll(async () => {
  nats = await startNats();
});
afterAll(async () => {
  await nats.stop();
});
beforeEach(async () => {
  fixture = await RecorderFixture.open(nats);
  audio = await LiveHls.start({ targetSeconds: 1 });
  audio.onRequest = () => {
    fixture.connect();
  };
  storedKeys.clear();
  fixture.onPut = (key) => {
    storedKeys.add(key);
  };
});
afterEach(async () => {
  await fixture.close();
  await audio.stop();
});

/** Assigns a master whose audio has playlists of its own: one for each language. */
function assign(languages: readonly string[], more: Partial<Assignment> = {}): Promise<Assignment> {
  fixture.live.files.set('/master.m3u8', masterWithAudio(audio.url, languages));
  return fixture.assign({ sourceUrl: `${fixture.live.origin}/master.m3u8`, ...more });
}

function publish(from: number, to: number): void {
  fixture.publish(from, to);
  audio.publish(...range(from, to).map(anAudioSegment));
}

const renditionsOf = (part: PartInfo | undefined) => part?.part?.renditions ?? [];

const seqOf = (name: string): number => Number(name.split('-')[1]);
/** Numbers of the audio segments in a run. */
const audioOf = ({ audio: tracks = [] }: TimelineRun): number[] =>
  tracks.flatMap(({ segments }) => segments.map(({ name }) => seqOf(name)));

/** Waits until this many segments of audio are stored. */
const audioStored = (count: number): Promise<void> =>
  fixture.until(() => [...storedKeys].filter((key) => /\/r\/[^/]+\/s\//.test(key)).length >= count);

describe('a recorder', () => {
  it('sources-16 records the chosen audio below its part, which counts its bytes', async () => {
    audio.publish({ ...anAudioSegment(99), tags: ['#EXT-X-GAP'] });
    publish(0, 3);
    await fixture.startRecorder('n1/0');
    const { vodUuid } = await assign(['en', 'de', 'fr'], { audio: 'de, fr' });
    await fixture.stored(vodUuid, 4);
    publish(4, 5);
    [fixture.live.ended, audio.ended] = [true, true];
    await fixture.until(() => fixture.event(EVENTS.partEnded.name).length === 1);

    const [part] = await fixture.parts(vodUuid);
    expect(renditionsOf(part).map(({ language }) => language)).toEqual(['de', 'fr']);
    const tracks = await Promise.all(renditionsOf(part).map(({ id }) => fixture.parts(vodUuid, id)));
    expect(tracks.map(([track]) => [seqsOf(track), track?.end?.segments])).toEqual([
      [range(1, 6), 6],
      [range(1, 6), 6],
    ]);
    const bytes = [part, ...tracks.flat()].reduce((sum, p) => sum + p!.segments.reduce((n, s) => n + s.bytes, 0), 0);
    expect(part?.end?.bytes).toBe(bytes);
    expect(fixture.event(EVENTS.partStarted.name)).toHaveLength(1);
    expect(fixture.event(EVENTS.partEnded.name)[0]?.payload).toMatchObject({ bytes, segments: 6, notices: [] });
  });

  it('sources-16 goes on with the video while audio answers 404, and shows what is missing', async () => {
    publish(0, 1);
    await fixture.startRecorder('n1/0');
    const { vodUuid } = await assign(['en']);
    await fixture.stored(vodUuid, 2);
    const [{ id } = { id: '' }] = renditionsOf((await fixture.parts(vodUuid))[0]);
    await audioStored(2);
    publish(2, 5);
    audio.files.delete('/a2.ts');
    await fixture.stored(vodUuid, 6);
    publish(6, 8);
    await fixture.stored(vodUuid, 9);
    await audioStored(8);
    [fixture.live.ended, audio.ended] = [true, true];
    await fixture.until(() => fixture.event(EVENTS.partEnded.name).length === 1);

    const [part] = await fixture.parts(vodUuid);
    const [track] = await fixture.parts(vodUuid, id);
    expect([seqsOf(part), seqsOf(track)]).toEqual([range(0, 8), [0, 1, ...range(3, 8)]]);
    expect([part?.gaps, part?.notices]).toEqual([[], [{ code: 'audio-missing', count: 1 }]]);
    expect(fixture.event(EVENTS.partEnded.name)[0]?.payload).toMatchObject({ missingMs: 0, gaps: 0 });
    const timeline = alignAudio(buildTimeline([part!]), [{ track: renditionsOf(part)[0]!, parts: [track!] }]);
    expect(timeline.runs.map(({ audio: tracks }) => tracks?.map(({ missingMs }) => missingMs))).toEqual([[600]]);
  });

  it('sources-16 stands by while the last audio of a part still comes, and the next part goes on behind it', async () => {
    publish(0, 3);
    await fixture.startRecorder('n1/0');
    const { vodUuid } = await assign(['en']);
    await fixture.stored(vodUuid, 4);
    await audioStored(4);
    fixture.live.ended = true;
    await fixture.until(() => fixture.snapshots.at(-1)?.state === 'standby');
    audio.publish(anAudioSegment(4));
    await audioStored(5);
    fixture.live.ended = false;
    publish(5, 6);
    await fixture.until(() => fixture.event(EVENTS.partStarted.name).length === 2);
    await audioStored(7);
    [fixture.live.ended, audio.ended] = [true, true];
    await fixture.until(() => fixture.event(EVENTS.partEnded.name).length === 2);

    const parts = await fixture.parts(vodUuid);
    expect(parts.map(seqsOf)).toEqual([range(0, 3), [4, 5]]);
    const [track] = renditionsOf(parts[0]);
    const tracks = await fixture.parts(vodUuid, track!.id);
    expect(tracks.flatMap(seqsOf)).toEqual(range(0, 6));
    const timeline = alignAudio(buildTimeline(parts), [{ track: track!, parts: tracks }]);
    expect(audioOf(timeline.runs.at(-1)!)).toEqual([4, 5, 6]);
  });

  it('sources-16 another recorder goes on with video and audio; each second is there once', async () => {
    publish(0, 3);
    const first = await fixture.startRecorder('n1/0');
    const { vodUuid } = await assign(['en']);
    await fixture.stored(vodUuid, 4);
    await fixture.startRecorder('n2/0', { node: 'n2' });
    const drained = first.drain.run();
    await fixture.until(() => fixture.event(EVENTS.partStarted.name).length === 2);
    publish(4, 5);
    await drained;
    [fixture.live.ended, audio.ended] = [true, true];
    await fixture.until(() => fixture.event(EVENTS.partEnded.name).length === 2);

    const parts = await fixture.parts(vodUuid);
    const [one, two] = parts.map(renditionsOf);
    expect(two).toEqual(one);
    const [track] = one!;
    const timeline = alignAudio(buildTimeline(parts), [
      { track: track!, parts: await fixture.parts(vodUuid, track!.id) },
    ]);
    expect(timeline.runs.flatMap(({ segments }) => segments.map(seqOf))).toEqual(range(0, 5));
    expect([...new Set(timeline.runs.flatMap(audioOf))]).toEqual(range(0, 5));
  });

  it('sources-16 stores audio that waited in the spool', async () => {
    publish(0, 1);
    const recorder = await fixture.startRecorder('n1/0');
    const { vodUuid } = await assign(['en']);
    await fixture.stored(vodUuid, 2);
    const [{ id } = { id: '' }] = renditionsOf((await fixture.parts(vodUuid))[0]);
    await audioStored(2);
    fixture.refuses = () => true;
    publish(2, 5);
    await fixture.until(() => audio.requests.some(({ path }) => path === '/a5.ts'));
    await fixture.until(() => fixture.snapshots.at(-1)?.state === 'spooling');
    await recorder.drain.run();
    fixture.refuses = () => false;
    const left = new Spool({ dir: fixture.spoolDir('n1/0'), maxBytes: 1e9, maxAgeMs: 60_000, now: () => 0 });
    const { storage, bus, log } = fixture;
    const ports = { spool: left, storage, bus, log, recorder: 'n1/0', wall: () => Date.now() };
    await new SpoolRecovery(ports).run(new AbortController().signal);
    const [[part], [track]] = [await fixture.parts(vodUuid), await fixture.parts(vodUuid, id)];
    expect([seqsOf(part), seqsOf(track)]).toEqual([range(0, 5), range(0, 5)]);
  });
});
