import { describe, expect, it } from '@jest/globals';
import { newestAt, playlistAt, publishedAt, startsAt, streamOf, type LiveClock } from './live-clock.js';

const clock: LiveClock = { streams: 60, originAt: Date.UTC(2026, 0, 1), endAt: Date.UTC(2026, 0, 1) + 60_000 };

describe('the clock of the bench source', () => {
  it('lists a segment from the moment it is published, and not before', () => {
    for (const stream of [0, 7, 59]) {
      for (const seq of [6, 20]) {
        expect(newestAt(clock, stream, publishedAt(clock, stream, seq))).toBe(seq);
        expect(newestAt(clock, stream, publishedAt(clock, stream, seq) - 1)).toBe(seq - 1);
      }
    }
  });

  it('finds the stream by the date-time of a segment', () => {
    for (let stream = 0; stream < 60; stream += 1) expect(streamOf(clock, startsAt(clock, stream, 11))).toBe(stream);
  });

  it('lists a full window from the start, and ends with ENDLIST', () => {
    expect(playlistAt(clock, 0, clock.originAt).match(/\.ts/g)).toHaveLength(6);
    expect(playlistAt(clock, 0, clock.originAt)).not.toContain('ENDLIST');
    expect(playlistAt(clock, 0, clock.endAt)).toContain('#EXT-X-MEDIA-SEQUENCE:30');
    expect(playlistAt(clock, 0, clock.endAt + 9000)).toContain('35.ts\n#EXT-X-ENDLIST\n');
  });
});
