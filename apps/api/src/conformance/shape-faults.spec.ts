import { describe, expect, it } from '@jest/globals';
import { shapeFaults } from './shape-faults.conformance.js';
import { is, list, map, opt, or, type Shape, text } from './shapes.conformance.js';

const vod: Shape = {
  uuid: 's',
  size: 'n',
  at: 'iso',
  live: or('n', is(false)),
  games: list({ id: 's' }),
  comment: opt('s'),
};
const good = {
  uuid: 'u',
  size: 1,
  at: '2026-11-28T00:00:00.000Z',
  live: false,
  games: [{ id: '1', more: 1 }],
  ours: true,
};

describe('an answer of ours against the shape of v0', () => {
  it('may hold more, and leave out what v0 leaves out', () => {
    expect(shapeFaults(vod, good)).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a missing field', { uuid: undefined }, 'body.uuid: text, not undefined'],
    ['a number as text', { size: '1' }, 'body.size: a number, not string "1"'],
    ['no number', { size: Number.NaN }, 'body.size: a number, not number'],
    ['seconds instead of a time', { at: 1_700_000_000 }, 'body.at: an ISO time in UTC with ms, not number'],
    [
      'a time without ms',
      { at: '2026-11-28T00:00:00Z' },
      'body.at: an ISO time in UTC with ms, not string "2026-11-28T00:00:00Z"',
    ],
    [
      'true where false or a number stands',
      { live: true },
      'body.live: none of what it may be: body.live: a number, not boolean / body.live: false, not true',
    ],
    ['one bad entry of a list', { games: [{ id: '1' }, { id: 2 }] }, 'body.games[1].id: text, not number'],
    ['an object instead of a list', { games: {} }, 'body.games: a list, not object'],
    ['another type of an optional field', { comment: 5 }, 'body.comment: text, not number'],
  ])('differs by %s', (_, change, fault) => {
    expect(shapeFaults(vod, { ...good, ...change })).toEqual([fault]);
  });

  it('is checked entry by entry in a map, and word for word in a message', () => {
    expect(shapeFaults(map('n'), { a: 1, b: 'x' })).toEqual(['body.b: a number, not string "x"']);
    expect([
      shapeFaults(text("Channel '{}' deleted"), "Channel 'quay (2)' deleted"),
      shapeFaults(text('Vod not found'), 'Vod not found.'),
    ]).toEqual([[], ['body: "Vod not found", not "Vod not found."']]);
  });
});
