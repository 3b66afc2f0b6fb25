import { type MissingTrack } from '#libs/contracts';
import { expect, it } from '@jest/globals';
import { type TrackTimes } from '../inspect/track-times.js';
import { type FoundMissing, MissingTracks } from './missing-tracks.js';

const [VIDEO, AUDIO, SECOND] = [0x100, 0x101, 0x102];
type Times = readonly (readonly [fromMs: number, toMs: number | null])[];

const track = (id: number, ...times: Times): TrackTimes => ({
  id,
  kind: id === VIDEO ? 'video' : 'audio',
  spans: times.map(([fromMs, toMs]) => ({ fromMs, toMs })),
});
const whole = (id: number): TrackTimes => track(id, [0, 2000]);

interface Found {
  readonly missing: readonly MissingTrack[];
  readonly notices: readonly string[];
}
const flat = ({ named, notices }: FoundMissing): Found => ({ missing: named.missing ?? [], notices });

/** Segments of 2 s one after another. */
function found(...segments: readonly (readonly TrackTimes[])[]): Found[] {
  const tracks = new MissingTracks();
  return segments.map((of, i) =>
    flat(tracks.add({ tracks: of, ptsMs: 10_000 + i * 2000, durMs: 2000, isNext: i > 0 })),
  );
}
const missing = (kind: 'video' | 'audio', fromMs: number, toMs: number) => ({
  ...{ kind, number: 1, cause: 'not-sent', fromMs, toMs },
});

it('integrity-1 finds the track that stops, once for each time', () => {
  const [first, ...rest] = found(
    [whole(VIDEO), whole(AUDIO)],
    [track(VIDEO), whole(AUDIO)],
    [whole(AUDIO)],
    [whole(VIDEO), whole(AUDIO)],
    [whole(VIDEO)],
  );
  expect(first).toEqual({ missing: [], notices: [] });
  expect(rest.map((one) => one.missing)).toEqual([
    [missing('video', 12_000, 14_000)],
    [missing('video', 14_000, 16_000)],
    [],
    [missing('audio', 18_000, 20_000)],
  ]);
  expect(rest.map(({ notices }) => notices)).toEqual([['video-stopped'], [], [], ['audio-stopped']]);
});

it('integrity-1 says when a track was missing before it came first, within what follows without a break', () => {
  const [, , third] = found([whole(VIDEO)], [whole(VIDEO)], [whole(VIDEO), track(AUDIO, [1000, 2000])]);
  expect(third?.missing).toEqual([missing('audio', 10_000, 15_000)]);
});

it('integrity-1 takes announced video for missing, but not audio that an encoder announces and never has', () => {
  expect(found([track(VIDEO), whole(AUDIO)])[0]?.missing).toEqual([missing('video', 10_000, 12_000)]);
  expect(found([whole(VIDEO), track(AUDIO)])[0]?.missing).toEqual([]);
});

it('integrity-1 knows which of two audio tracks stops, and takes new ids after a restart for the same tracks', () => {
  const [, second, restarted] = found(
    [whole(VIDEO), whole(AUDIO), whole(SECOND)],
    [whole(VIDEO), track(AUDIO), whole(SECOND)],
    [whole(VIDEO), whole(0x201), whole(0x202)],
  );
  expect(second?.missing).toEqual([missing('audio', 12_000, 14_000)]);
  expect(restarted?.missing).toEqual([]);
});

it('integrity-1 tells audio that is behind the video from audio that is missing', () => {
  const late = track(AUDIO, [-600, 1400]);
  expect(found([whole(VIDEO), late], [whole(VIDEO), late]).flatMap((one) => one.missing)).toEqual([]);
  expect(found([whole(VIDEO), late], [whole(VIDEO)]).flatMap((one) => one.missing)).toEqual([
    missing('audio', 11_400, 14_000),
  ]);
  expect(found([whole(VIDEO), track(AUDIO, [0, 400], [1300, 2000])])[0]?.missing).toEqual([
    missing('audio', 10_400, 11_300),
  ]);
});

it('integrity-1 does not take a picture that stands still inside a segment for missing video', () => {
  const still = (...times: Times): TrackTimes => ({ ...track(VIDEO, ...times), mayStandStill: true });
  const screen = [still([0, 100]), whole(AUDIO)];
  expect(found(screen, [still([0, 100], [1400, 1440]), whole(AUDIO)], screen, screen)).toEqual(
    Array.from({ length: 4 }, () => ({ missing: [], notices: [] })),
  );
  expect(found([whole(AUDIO)], [whole(AUDIO)], screen)[2]?.missing).toEqual([missing('video', 10_000, 14_000)]);
  const [, second, third] = found(screen, [still(), whole(AUDIO)], [still([1000, 2000]), whole(AUDIO)]);
  expect(second).toEqual({ missing: [missing('video', 10_100, 14_000)], notices: ['video-stopped'] });
  expect(third).toEqual({ missing: [missing('video', 14_000, 15_000)], notices: [] });
});

it('integrity-1 takes pauses of a picture for missing video where its rate was even for 6 s', () => {
  const paced = (isEven: boolean, ...times: Times): TrackTimes => ({
    ...{ ...track(VIDEO, ...times), mayStandStill: true },
    ...(isEven && { isEven }),
  });
  const all = (isEven: boolean, before: number, ...faulty: readonly Times[]) =>
    found(
      ...Array.from({ length: before }, () => [paced(isEven, [0, 2000]), whole(AUDIO)]),
      ...faulty.map((times) => [paced(isEven, ...times), whole(AUDIO)]),
    ).flatMap((one) => one.missing);
  const [stops, returns]: Times[] = [[[0, 500]], [[0, 2000]]];
  expect(all(true, 3, stops!, returns!)).toEqual([missing('video', 16_500, 18_000)]);
  expect(all(true, 3, [[0, 400]], returns!)).toEqual([missing('video', 16_400, 18_000)]);
  expect(
    all(true, 3, [
      [0, 200],
      [1000, 2000],
    ]),
  ).toEqual([missing('video', 16_200, 17_000)]);
  expect(all(true, 3, [[0, null]], returns!)).toEqual([missing('video', 16_000, 18_000)]);
  expect(all(true, 3, [[0, 1400]], returns!)).toEqual([]);
  expect(all(true, 2, stops!, returns!)).toEqual([]);
  expect(all(false, 9, stops!, returns!)).toEqual([]);
  // The pause says that the picture may stand still, until the rate has been even for long enough again.
  expect(all(true, 3, stops!, returns!, stops!, returns!, returns!, returns!, stops!, returns!)).toEqual([
    missing('video', 16_500, 18_000),
    missing('video', 28_500, 30_000),
  ]);
});

it('integrity-1 believes the container that a picture stands still, unless its rate was even', () => {
  const shown = { ...track(VIDEO), spans: [{ fromMs: 0, toMs: 300, shownMs: 2000 }] };
  const all = (isEven: boolean) =>
    found(...Array.from({ length: 4 }, () => [{ ...whole(VIDEO), ...(isEven && { isEven }) }, whole(AUDIO)]), [
      { ...shown, ...(isEven && { isEven }) },
      whole(AUDIO),
    ]).flatMap((one) => one.missing);
  expect(all(true)).toEqual([missing('video', 18_300, 20_000)]);
  expect(all(false)).toEqual([]);
});

it('integrity-1 does not count segments that are missing themselves', () => {
  const tracks = new MissingTracks();
  const add = (ptsMs: number, isNext: boolean) =>
    flat(tracks.add({ tracks: [whole(VIDEO), whole(AUDIO)], ptsMs, durMs: 2000, isNext }));
  add(0, false);
  expect(add(8000, false)).toEqual({ missing: [], notices: [] });
});

it('integrity-3 counts what damaged frames of a segment lack', () => {
  const tracks = new MissingTracks();
  const damage = { atMs: 500, heldMs: 1400 };
  const of = { id: 0, kind: 'audio', spans: [{ fromMs: 0, toMs: null }], damage } as const;
  expect(flat(tracks.add({ tracks: [of], ptsMs: 4000, durMs: 2000, isNext: false }))).toEqual({
    missing: [{ kind: 'audio', number: 1, cause: 'damaged', fromMs: 4500, toMs: 5100 }],
    notices: ['audio-damaged'],
  });
});
