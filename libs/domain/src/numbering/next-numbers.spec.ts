import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nextNumbers, type Numbers } from './next-numbers.js';

const at = (iso: string): Date => new Date(iso);
const all = (...dates: string[]): Numbers[] =>
  dates.reduce<Numbers[]>((given, date) => [...given, nextNumbers(given.at(-1) ?? null, at(date), 'UTC')], []);

describe('numbers of recordings', () => {
  it('W39 the first recording of a channel is number 1 of season 1', () => {
    expect(all('2026-11-28T10:00:00Z')).toEqual([{ month: '202611', number: 1, absoluteSeason: 1, absoluteNumber: 1 }]);
  });

  it('count on within a month, and from 1 in the next; absolute ones only grow', () => {
    expect(
      all('2026-11-01T10:00:00Z', '2026-11-30T10:00:00Z', '2026-12-01T10:00:00Z').map((n) => [
        n.month,
        n.number,
        n.absoluteSeason,
        n.absoluteNumber,
      ]),
    ).toEqual([
      ['202611', 1, 1, 1],
      ['202611', 2, 1, 2],
      ['202612', 1, 2, 3],
    ]);
  });

  it('twelve idle months are a new season', () => {
    expect(all('2025-11-10T10:00:00Z', '2026-11-10T10:00:00Z')[1]).toEqual({
      month: '202611',
      number: 1,
      absoluteSeason: 2,
      absoluteNumber: 2,
    });
  });

  it('the month is that of the time zone', () => {
    const lateEvening = at('2026-11-30T23:30:00Z');
    expect([
      nextNumbers(null, lateEvening, 'Europe/Stockholm').month,
      nextNumbers(null, lateEvening, 'America/New_York').month,
    ]).toEqual(['202612', '202611']);
  });

  it('a broadcast of an earlier month that is found late counts into the newest season', () => {
    expect(all('2026-12-01T10:00:00Z', '2026-11-30T10:00:00Z')[1]).toEqual({
      month: '202612',
      number: 2,
      absoluteSeason: 1,
      absoluteNumber: 2,
    });
  });

  it('no two recordings of a channel get the same numbers, whatever their order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.date({ min: at('2020-01-01'), max: at('2030-01-01'), noInvalidDate: true }), { maxLength: 60 }),
        (dates) => {
          const given = all(...dates.map((d) => d.toISOString()));
          expect(new Set(given.map((n) => `${n.month}/${n.number}`)).size).toBe(given.length);
          expect(given.map((n) => n.absoluteNumber)).toEqual(given.map((_, i) => i + 1));
          expect(given.every((n, i) => i === 0 || n.absoluteSeason >= given[i - 1]!.absoluteSeason)).toBe(true);
          expect(new Set(given.map((n) => n.absoluteSeason)).size).toBe(new Set(given.map((n) => n.month)).size);
        },
      ),
    );
  });
});
