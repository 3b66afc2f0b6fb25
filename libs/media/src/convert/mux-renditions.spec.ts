import { expect, it } from '@jest/globals';
import { placeAudio } from './measure-runs.js';
import { type MediaShape } from './media-shape.js';
import { containerLanguage, muxArgs } from './mux-renditions.js';
import { type SourceAudio, type SourceRun } from './source-run.js';

const WRAP_S = 2 ** 33 / 90_000;
const at = (ptsMs: number) => ({ key: 'k', bytes: 1, time: { ptsMs, durMs: 2000 } });
const run = (ptsMs: number): SourceRun => ({ container: 'ts', init: null, pieces: [at(ptsMs)], durMs: 2000 });
const audio = (container: SourceAudio['container'], ptsMs: number): SourceAudio => ({
  ...{ id: 'a', name: '', language: '', isDefault: true, init: null },
  container,
  pieces: [at(ptsMs)],
});
/** Packets of 20 ms from `seconds` on. */
const shape = (seconds: number): Pick<MediaShape, 'startSeconds' | 'packetTicks' | 'ticksPerSecond'> => ({
  startSeconds: seconds,
  packetTicks: Array.from({ length: 100 }, (_, i) => Math.round(seconds * 90_000) + i * 1800),
  ticksPerSecond: 90_000,
});

interface Place {
  readonly name: string;
  /** Default: ts. */
  readonly container?: SourceAudio['container'];
  readonly runMs: number;
  readonly runS: number;
  readonly audioMs: number;
  readonly readS: number;
  readonly starts: number;
  readonly earlyPackets: number;
}

it.each<Place>([
  { name: 'equal clocks', runMs: 10_000, runS: 10.033, audioMs: 12_000, readS: 11.98, starts: 11.98, earlyPackets: 0 },
  { name: 'audio before the run', runMs: 10_000, runS: 10, audioMs: 9900, readS: 9.9, starts: 9.9, earlyPackets: 5 },
  {
    ...{ name: 'audio behind the wrap', runMs: 95_000_000, runS: 95_000 },
    ...{ audioMs: 95_445_000, readS: 1.282, starts: WRAP_S + 1.282, earlyPackets: 0 },
  },
  {
    ...{ name: 'video that ffmpeg reads below 0', runMs: 95_441_000, runS: -2.7177 },
    ...{ audioMs: 95_445_000, readS: 1.282, starts: 1.282, earlyPackets: 0 },
  },
  {
    ...{ name: 'packed audio, which ffmpeg reads from 0', container: 'aac' },
    ...{ runMs: 10_000, runS: 10, audioMs: 9930, readS: 0, starts: 9.93, earlyPackets: 4 },
  },
])('sources-16 places $name', ({ runMs, runS, audioMs, readS, starts, earlyPackets, container = 'ts' }) => {
  const measured = { run: run(runMs), startSeconds: runS };
  const placed = placeAudio(measured, audio(container, audioMs), shape(readS));
  expect(placed).toEqual({ readSeconds: readS, startSeconds: expect.closeTo(starts, 6), earlyPackets });
});

it('sources-16 maps the tracks of the video first, and drops audio before the run', () => {
  const args = muxArgs({
    url: 'http://127.0.0.1:1/x/0.ts',
    tracks: [{ index: 1 }],
    audio: [
      { codec: 'aac', startSeconds: 9.9, earlyPackets: 5, listUrl: 'http://127.0.0.1:1/x/1.ffconcat' },
      { codec: 'aac', startSeconds: 11.5, earlyPackets: 0, listUrl: 'http://127.0.0.1:1/x/2.ffconcat' },
    ],
    format: 'mp4',
  }).join(' ');
  expect(args).toContain('-map 0:1 -map 1:a:0 -map 2:a:0');
  expect(args).toMatch(/-itsoffset 9\.900000 .*1\.ffconcat -itsoffset 11\.500000 .*2\.ffconcat/);
  expect(args).toContain(String.raw`-bsf:1 noise=amount=0:drop=lt(n\,5),aac_adtstoasc -bsf:2 aac_adtstoasc`);
});

it.each([
  ['en-GB', 'eng'],
  ['de', 'deu'],
  ['gsw', 'gsw'],
  ['', 'und'],
  ['x-klingon', 'und'],
])('sources-16 has %j in a container as %s', (tag, language) => {
  expect(containerLanguage(tag)).toBe(language);
});
