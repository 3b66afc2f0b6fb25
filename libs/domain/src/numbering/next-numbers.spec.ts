import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nextNumbers, type Numbers, seasonByDate } from './next-numbers.js';

const at = (iso: string): Date => new Date(iso);
const all = (...dates: string[]): Numbers[] =>
  dates.reduce<Numbers[]>(
    (given, date) => [...given, nextNumbers(given.at(-1) ?? null, at(date), { zone: 'UTC', scheme: 'month' })],
    [],
  );

describe('numbers of recordings', () => {
  it('W39 start with number 1 of season 1 at the first recording of a channel', () => {
    expect(all('2026-11-28T10:00:00Z')).toEqual([{ month: '202611', number: 1, absoluteSeason: 1, absoluteNumber: 1 }]);
  });

  it('continue within a month and restart in the next one, while absolute numbers only grow', () => {
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

  it('start a new season after twelve months without a recording', () => {
    expect(all('2025-11-10T10:00:00Z', '2026-11-10T10:00:00Z')[1]).toEqual({
      month: '202611',
      number: 1,
      absoluteSeason: 2,
      absoluteNumber: 2,
    });
  });

  it('use the month in the configured time zone', () => {
    const lateEvening = at('2026-11-30T23:30:00Z');
    expect([
      nextNumbers(null, lateEvening, { zone: 'Europe/Stockholm', scheme: 'month' }).month,
      nextNumbers(null, lateEvening, { zone: 'America/New_York', scheme: 'month' }).month,
    ]).toEqual(['202612', '202611']);
  });

  it('count a broadcast of an earlier month that is found late in the newest season', () => {
    expect(all('2026-12-01T10:00:00Z', '2026-11-30T10:00:00Z')[1]).toEqual({
      month: '202612',
      number: 2,
      absoluteSeason: 1,
      absoluteNumber: 2,
    });
  });

  it('are unique within a channel for any order of recordings', () => {
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

type Scheme = Parameters<typeof nextNumbers>[2]['scheme'];

/** Season and number of each recording. */
const seasons = (...recordings: readonly (readonly [date: string, scheme: Scheme])[]): string[] => {
  let given: Numbers | null = null;
  return recordings.map(([date, scheme]) => {
    given = nextNumbers(given, at(`${date}T10:00:00Z`), { zone: 'UTC', scheme });
    return `${given.month} ${String(given.number)}`;
  });
};

describe('the season scheme', () => {
  it.each([
    ['year', ['2026 1', '2026 2', '2026 3', '2027 1']],
    ['month', ['202610 1', '202611 1', '202611 2', '202701 1']],
    ['number', ['1 1', '2 1', '2 2', '3 1']],
  ] as const)('integrity-7 %s names seasons and counts in them', (scheme, expected) => {
    expect(
      seasons(['2026-10-05', scheme], ['2026-11-05', scheme], ['2026-11-09', scheme], ['2027-01-01', scheme]),
    ).toEqual(expected);
  });

  it('integrity-7 may change: a running number names the present season, a year begins one', () => {
    expect(
      seasons(
        ['2026-11-05', 'month'],
        ['2026-11-06', 'number'],
        ['2026-11-07', 'month'],
        ['2026-11-08', 'year'],
        ['2026-12-08', 'year'],
        ['2026-12-09', 'month'],
      ),
    ).toEqual(['202611 1', '1 2', '202611 3', '2026 1', '2026 2', '202612 1']);
  });

  it('integrity-7 names the season of a VOD without numbers by its date, except by a running number', () => {
    const date = at('2026-11-30T23:30:00Z');
    expect((['month', 'year', 'number'] as const).map((scheme) => seasonByDate(date, { zone: 'UTC', scheme }))).toEqual(
      ['202611', '2026', null],
    );
  });
});
