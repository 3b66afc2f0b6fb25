import { describe, expect, it } from '@jest/globals';
import { cutArgs } from './cut-run.js';

const CUT = { run: 0, video: { from: 900, to: 1801 }, audio: { from: 850, to: 1790 }, firstPts: 900, ticks: 900 };
/** MPEG-TS counts in 90 kHz itself. */
const TICKS = { video: 1, audio: 1 };
const argsOf = (layout: readonly string[]): string[] =>
  cutArgs({ url: 'http://127.0.0.1/run', cut: CUT, layout, outPrefix: '/work/a-', ticks: TICKS, container: 'ts' });
const valuesOf = (args: readonly string[], option: string): (string | undefined)[] =>
  args.flatMap((arg, n) => (arg === option ? [args[n + 1]] : []));

describe('the arguments of a cut', () => {
  it('copy the packets of the cut with their time stamps, video by decoding time, audio by presentation time', () => {
    const args = argsOf(['video', 'audio']);
    expect(args).toEqual(expect.arrayContaining(['-copyts', '-copyinkf']));
    expect(valuesOf(args, '-c')).toEqual(['copy']);
    expect(valuesOf(args, '-bsf:v')).toEqual([String.raw`noise=amount=0:drop=lt(dts\,900)+gte(dts\,1801)`]);
    expect(valuesOf(args, '-bsf:a')).toEqual([String.raw`noise=amount=0:drop=lt(pts\,850)+gte(pts\,1790)`]);
    expect(args.slice(-2)).toEqual(['-y', '/work/a-list.m3u8']);
  });

  it('map the tracks in the order of the segments beside it, up to the last picture or sound', () => {
    expect(valuesOf(argsOf(['audio', 'data', 'video', 'audio', 'data']), '-map')).toEqual([
      '0:a:0',
      '0:d:0',
      '0:v:0',
      '0:a:1',
    ]);
  });

  it('have no filter for audio that the segments do not have', () => {
    expect(valuesOf(argsOf(['video']), '-bsf:a')).toEqual([]);
  });
});
