import { describe, expect, it } from '@jest/globals';
import { parseMediaPlaylist } from '../playlist/parse-media.js';
import { changeMsOf, type Load, PollGrid } from './poll-grid.js';

const load = (more: Partial<Load> = {}): Load => ({
  startedAt: 10_000,
  outcome: 'changed',
  targetMs: 2000,
  changeMs: 2000,
  idle: false,
  ...more,
});

describe('PollGrid', () => {
  it.each([
    ['the newest length and the target are', '50', ['2', '2', '50']],
    ['all lengths are', '2', ['20', '20', '20']],
  ])('sources-12 expects the next segment in time if %s wrong', (_name, target, lengths) => {
    const lines = lengths.flatMap((extinf, n) => [`#EXTINF:${extinf},`, `s${n}.ts`]);
    const text = ['#EXTM3U', `#EXT-X-TARGETDURATION:${target}`, ...lines].join('\n');
    expect(changeMsOf(parseMediaPlaylist(text, 'http://site/live.m3u8'))).toBe(2000);
  });

  it.each<[string, Partial<Load>, number]>([
    ['half a segment after the start of the load', {}, 11_000],
    ['by the segments, not by a target far above them', { targetMs: 6000 }, 11_000],
    ['never faster than twice a second', { changeMs: 400, targetMs: 1000 }, 10_500],
    ['by the target where there is no segment', { changeMs: 0 }, 11_000],
    ['once in a target duration while nothing is recorded', { idle: true, targetMs: 6000 }, 16_000],
    ['not faster than once a second then', { idle: true, targetMs: 500 }, 11_000],
  ])('polls %s', (_name, more, at) => {
    expect(new PollGrid().nextAt(load(more), 10_050)).toBe(at);
  });

  it.each([
    [10_999, 11_000],
    [11_000, 11_000],
    [11_001, 12_000],
    [13_700, 14_000],
  ])('keeps its grid when the load ended at %d', (now, at) => {
    expect(new PollGrid().nextAt(load(), now)).toBe(at);
  });

  it.each<{ readonly name: string; readonly more: Partial<Load>; readonly soon: number; readonly late: number }>([
    { name: 'that is away', more: { outcome: 'away' }, soon: 1000, late: 4000 },
    { name: 'that is away while nothing is recorded', more: { outcome: 'away', idle: true }, soon: 1000, late: 4000 },
    { name: 'whose segments are short', more: { outcome: 'away', changeMs: 1000 }, soon: 500, late: 4000 },
    { name: 'that refuses', more: { outcome: 'refused' }, soon: 2000, late: 4000 },
    {
      name: 'that refuses while nothing is recorded',
      more: { outcome: 'refused', idle: true },
      soon: 4000,
      late: 4000,
    },
  ])('loads from a server $name often for three minutes, then by the target', ({ more, soon, late }) => {
    const grid = new PollGrid();
    const stepAt = (startedAt: number, at: Partial<Load>): number =>
      grid.nextAt(load({ targetMs: 4000, changeMs: 4000, ...at, startedAt }), startedAt + 50) - startedAt;
    expect([10_000, 100_000, 189_000, 191_000].map((at) => stepAt(at, more))).toEqual([soon, soon, soon, late]);
    stepAt(200_000, {});
    expect(stepAt(210_000, more)).toBe(soon);
  });

  it('keeps no schedule in an outage: a load that hung is followed by the next one', () => {
    expect(new PollGrid().nextAt(load({ outcome: 'away' }), 14_003)).toBe(14_003);
  });
});
