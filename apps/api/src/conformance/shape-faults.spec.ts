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

describe('comparison of an answer with the shape of v0', () => {
  it('accepts extra fields and missing optional fields', () => {
    expect(shapeFaults(vod, good)).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a missing field', { uuid: undefined }, 'body.uuid: expected text, got undefined'],
    ['text instead of a number', { size: '1' }, 'body.size: expected a number, got string "1"'],
    ['NaN', { size: Number.NaN }, 'body.size: expected a number, got number'],
    ['seconds instead of a time', { at: 1_700_000_000 }, 'body.at: expected an ISO time in UTC with ms, got number'],
    [
      'a time without ms',
      { at: '2026-11-28T00:00:00Z' },
      'body.at: expected an ISO time in UTC with ms, got string "2026-11-28T00:00:00Z"',
    ],
    [
      'true instead of false or a number',
      { live: true },
      'body.live: no alternative fits: body.live: expected a number, got boolean / body.live: expected false, got true',
    ],
    ['one bad entry of a list', { games: [{ id: '1' }, { id: 2 }] }, 'body.games[1].id: expected text, got number'],
    ['an object instead of a list', { games: {} }, 'body.games: expected a list, got object'],
    ['another type of an optional field', { comment: 5 }, 'body.comment: expected text, got number'],
  ])('reports %s as a difference', (_, change, fault) => {
    expect(shapeFaults(vod, { ...good, ...change })).toEqual([fault]);
  });

  it('accepts null for an optional field, and anything but undefined for `any`', () => {
    expect(shapeFaults(vod, { ...good, comment: null })).toEqual([]);
    expect(shapeFaults('any', null)).toEqual([]);
    expect(shapeFaults('any', undefined)).toEqual(['body: expected anything, got undefined']);
  });

  it('compares maps entry by entry', () => {
    expect(shapeFaults(map('n'), { a: 1, b: 'x' })).toEqual(['body.b: expected a number, got string "x"']);
    expect(shapeFaults(map('n'), [1])).toEqual(['body: expected an object, got list']);
  });

  it('compares texts word for word, except where `{}` stands', () => {
    const deleted = text("Channel '{}' deleted (all)");
    expect(shapeFaults(deleted, "Channel 'quay (2)' deleted (all)")).toEqual([]);
    expect(shapeFaults(deleted, "Channel 'quay' deleted all")).toHaveLength(1);
    expect(shapeFaults(text('Vod not found'), 'Vod not found.')).toEqual([
      'body: expected "Vod not found", got "Vod not found."',
    ]);
  });
});
