import { describe, expect, it } from '@jest/globals';
import { nextCronRun } from './next-cron-run.js';

/** The runs of an expression in Berlin, where clocks change on 2026-03-29 and 2026-10-25. */
function runs(expression: string, after: string, n: number): string[] {
  return runsIn('Europe/Berlin', { expression, after, n });
}
function runsIn(
  zone: string,
  { expression, after, n }: { readonly expression: string; readonly after: string; readonly n: number },
): string[] {
  const found: string[] = [];
  for (let at: Date | null = new Date(after); at && found.length < n;) {
    at = nextCronRun(expression, at, zone);
    if (at) found.push(at.toISOString().slice(5, 16));
  }
  return found;
}

describe('the next run of a cron expression', () => {
  it('follows the clock on the wall', () => {
    expect(runs('0 0 * * *', '2026-03-27T12:00:00Z', 3)).toEqual(['03-27T23:00', '03-28T23:00', '03-29T22:00']);
    expect(runs('0 */12 * * *', '2026-10-24T12:00:00Z', 3)).toEqual(['10-24T22:00', '10-25T11:00', '10-25T23:00']);
  });

  it('P39 is at its time of a zone west of Greenwich too, on the day after in UTC', () => {
    const plan = { expression: '0 20 * * *', after: '2026-11-02T01:30:00Z', n: 2 };
    expect(runsIn('America/New_York', plan)).toEqual(['11-03T01:00', '11-04T01:00']);
  });

  it('is once on the day without its time, and once on the day that has it twice', () => {
    expect(runs('30 2 * * *', '2026-03-28T12:00:00Z', 2)).toEqual(['03-29T01:00', '03-30T00:30']);
    expect(runs('30 2 * * *', '2026-10-24T12:00:00Z', 2)).toEqual(['10-25T00:30', '10-26T01:30']);
  });

  it('is every hour, also of a day with 23 or 25 hours', () => {
    const hours = (day: string, n: number) => runs('0 * * * *', `2026-${day}`, n);
    expect(hours('03-28T23:30:00Z', 3)).toEqual(['03-29T00:00', '03-29T01:00', '03-29T02:00']);
    expect(hours('10-24T22:30:00Z', 4)).toEqual(['10-24T23:00', '10-25T00:00', '10-25T01:00', '10-25T02:00']);
  });

  it('is strictly later, on either of day and weekday, and may not exist', () => {
    expect(runs('0 0 * * *', '2026-11-29T23:00:00Z', 1)).toEqual(['11-30T23:00']);
    expect(runs('0 0 13 * 5', '2026-11-01T00:00:00Z', 3)).toEqual(['11-05T23:00', '11-12T23:00', '11-19T23:00']);
    expect(nextCronRun('0 0 31 2 *', new Date('2026-01-01T00:00:00Z'))).toBeNull();
  });
});
