import { describe, expect, it } from '@jest/globals';
import { publishedAt, type LiveClock } from '../source/live-clock.js';
import { score } from './score.js';

const clock: LiveClock = { streams: 2, originAt: 1_000_000, endAt: 1_020_000 };
const segmentBytes = Array.from({ length: 20 }, (_, i) => 100 + i);
const streamLogs = [
  { firstRequestAt: 1_000_000, sent: [] },
  { firstRequestAt: 1_000_000, sent: [] },
];
/**
 * Every segment published after the first request: 6 to 15 of stream 0, 5 to 14 of stream 1, which is a second later.
 */
const all = [0, 1].flatMap((stream) =>
  Array.from({ length: 10 }, (_, i) => {
    const seq = 6 - stream + i;
    return { stream, seq, at: publishedAt(clock, stream, seq) + 500, bytes: 100 + seq };
  }),
);

describe('the score of a tool', () => {
  it('counts no loss and measures the lag if every segment is stored', () => {
    expect(score({ clock, logs: streamLogs, segmentBytes, stored: all })).toEqual({
      published: 20,
      lost: 0,
      doubled: 0,
      lagP50S: 0.5,
      lagP95S: 0.5,
      lagMaxS: 0.5,
    });
  });

  it('counts a missing or truncated segment as lost', () => {
    const torn = all.slice(1).map((segment, i) => (i === 3 ? { ...segment, bytes: 7 } : segment));
    expect(score({ clock, logs: streamLogs, segmentBytes, stored: torn }).lost).toBe(2);
  });

  it('counts a segment that is stored twice, at its first time', () => {
    const again = { ...all[0], at: clock.endAt } as (typeof all)[number];
    expect(score({ clock, logs: streamLogs, segmentBytes, stored: [again, ...all] })).toMatchObject({
      lost: 0,
      doubled: 1,
      lagMaxS: 0.5,
    });
  });

  it('counts a stream that was never requested as lost', () => {
    const logs = [streamLogs[0] as (typeof streamLogs)[number], { firstRequestAt: null, sent: [] }];
    expect(score({ clock, logs, segmentBytes, stored: all.filter(({ stream }) => stream === 0) }).lost).toBe(10);
  });
});
