import { describe, expect, it } from '@jest/globals';
import { holesOf, JOIN_MS, NOBODY } from './dump-holes.js';

const first = 'work/chat-dump/D/A/';
const second = 'work/chat-dump/D/B/';
const known = { startedAt: 1000, heardUntil: 60_000, end: 60_000, chunks: [] };
const hole = { at: 20_000, until: 30_000, reason: NOBODY, chunk: `${second}000000-1-2-3.ndjson` };
const bare = { at: 20_000, until: 30_000, reason: NOBODY };

describe('holes of a dump', () => {
  it('come in order, and none is behind its end', () => {
    expect(
      holesOf(
        [{ ...hole, at: 50_000, until: 70_000, reason: 'x' }, hole, { ...hole, at: 61_000, until: 62_000 }],
        known,
      ),
    ).toEqual([bare, { at: 50_000, until: 60_000, reason: 'x' }]);
  });

  it('begin where the last of what came to storage later ends, not where the run that told of them begins', () => {
    const chunks = [
      { key: `${first}000007-1-2-3.ndjson`, lastAt: 22_500 },
      { key: `${first}000001-1-2-3.ndjson`, lastAt: 5000 },
      { key: `${second}000000-1-2-3.ndjson`, lastAt: 29_999 },
      { key: 'work/chat-dump/D/C/000000-1-2-3.ndjson', lastAt: 55_000 },
    ];
    expect(holesOf([hole], { ...known, chunks })).toEqual([{ ...bare, at: 22_500 }]);
    expect(holesOf([{ ...hole, reason: 'the chat was away' }], { ...known, chunks })).toEqual([
      { ...bare, reason: 'the chat was away' },
    ]);
  });

  it('reach to the end that came while nobody was there', () => {
    expect(holesOf([hole], { ...known, heardUntil: 40_000 })).toEqual([
      bare,
      { at: 40_000, until: 60_000, reason: NOBODY },
    ]);
    expect(holesOf([{ ...hole, reason: 'x' }], { ...known, heardUntil: 25_000 })).toEqual([
      { ...bare, reason: 'x' },
      { at: 30_000, until: 60_000, reason: NOBODY },
    ]);
  });

  it('are none where the first recorder had no time to come', () => {
    expect(holesOf([], { ...known, heardUntil: null, end: 1000 + JOIN_MS })).toEqual([]);
    expect(holesOf([], { ...known, heardUntil: null, end: 1001 + JOIN_MS })).toEqual([
      { at: 1000, until: 1001 + JOIN_MS, reason: NOBODY },
    ]);
  });
});
