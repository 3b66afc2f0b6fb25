import { english, translate } from '#libs/messages';
import { describe, expect, it } from '@jest/globals';
import { dumpGaps, gapWarnings, JOIN_MS, NO_RECORDER } from './dump-gaps.js';

const first = 'work/chat-dump/D/A/';
const second = 'work/chat-dump/D/B/';
const known = { startedAt: 1000, receivedUntil: 60_000, end: 60_000, chunks: [] };
const gap = { at: 20_000, until: 30_000, reason: NO_RECORDER, chunk: `${second}000000-1-2-3.ndjson` };
/** As chunks of an earlier version have it. */
const OLD_TEXT = 'no recorder was there';
const bare = { at: 20_000, until: 30_000, reason: NO_RECORDER };

describe('gaps of a dump', () => {
  it('are sorted, and none starts after the end of the dump', () => {
    expect(
      dumpGaps([{ ...gap, at: 50_000, until: 70_000, reason: 'x' }, gap, { ...gap, at: 61_000, until: 62_000 }], known),
    ).toEqual([bare, { at: 50_000, until: 60_000, reason: 'x' }]);
  });

  it('begin at the end of the last stored chunk, even if it arrived after the report', () => {
    const chunks = [
      { key: `${first}000007-1-2-3.ndjson`, lastAt: 22_500 },
      { key: `${first}000001-1-2-3.ndjson`, lastAt: 5000 },
      { key: `${second}000000-1-2-3.ndjson`, lastAt: 29_999 },
      { key: 'work/chat-dump/D/C/000000-1-2-3.ndjson', lastAt: 55_000 },
    ];
    expect(dumpGaps([gap], { ...known, chunks })).toEqual([{ ...bare, at: 22_500 }]);
    const stored = { ...gap, reason: { key: NO_RECORDER.key } };
    expect(dumpGaps([stored], { ...known, chunks })).toMatchObject([{ at: 22_500 }]);
    expect(dumpGaps([{ ...gap, reason: OLD_TEXT }], { ...known, chunks })).toMatchObject([{ at: 22_500 }]);
    expect(dumpGaps([{ ...gap, reason: 'the chat was away' }], { ...known, chunks })).toEqual([
      { ...bare, reason: 'the chat was away' },
    ]);
  });

  it('last until the end of the dump if no recorder was present', () => {
    expect(dumpGaps([gap], { ...known, receivedUntil: 40_000 })).toEqual([
      bare,
      { at: 40_000, until: 60_000, reason: NO_RECORDER },
    ]);
    expect(dumpGaps([{ ...gap, reason: 'x' }], { ...known, receivedUntil: 25_000 })).toEqual([
      { ...bare, reason: 'x' },
      { at: 30_000, until: 60_000, reason: NO_RECORDER },
    ]);
  });

  it('are empty if the dump ended before the first recorder could join', () => {
    expect(dumpGaps([], { ...known, receivedUntil: null, end: 1000 + JOIN_MS })).toEqual([]);
    expect(dumpGaps([], { ...known, receivedUntil: null, end: 1001 + JOIN_MS })).toEqual([
      { at: 1000, until: 1001 + JOIN_MS, reason: NO_RECORDER },
    ]);
  });
});

describe('dump gaps in the texts of a job', () => {
  it('name the time from the start of the dump, and the reason', () => {
    expect(
      gapWarnings(
        [
          { at: 1_000_500, until: 4_723_000, reason: 'the recorder was away' },
          { at: 990_000, until: 1_001_000, reason: 'x' },
        ],
        1_000_000,
      ).map(english),
    ).toEqual([
      'no messages were received from 0:00:01 to 1:02:03: the recorder was away',
      'no messages were received from 0:00:00 to 0:00:01: x',
    ]);
  });

  it.each([
    ['a message', NO_RECORDER],
    ['the text of an earlier version', OLD_TEXT],
  ])('translate a missing recorder: %s', (_, reason) => {
    const [warning] = gapWarnings([{ ...bare, reason }], 0);
    expect(warning && translate('sv', warning)).toMatch(/: ingen inspelare var tillgänglig$/);
  });

  it('translate any other reason', () => {
    const [warning] = gapWarnings([{ ...bare, reason: { key: 'chat.dead' } }], 0);
    expect(warning && translate('de', warning)).toMatch(/: die Verbindung antwortete nicht mehr$/);
  });

  it('name eight gaps and count the others', () => {
    const warnings = gapWarnings(
      Array.from({ length: 11 }, (_, n) => ({ at: n * 1000, until: n * 1000 + 500, reason: 'x' })),
      0,
    );
    expect([warnings.length, warnings.map(english).at(-1)]).toEqual([9, 'the file lists 3 more gaps']);
  });
});
