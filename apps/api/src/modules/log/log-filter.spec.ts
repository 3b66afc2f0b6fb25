import { LOG_LEVELS, type LogLine } from '#libs/contracts';
import { message } from '#libs/messages';
import { describe, expect, it } from '@jest/globals';
import { lineFilter, spanOf } from './log-filter.js';

const NOW = Date.UTC(2026, 10, 28, 12);
const line = (more: Partial<LogLine> = {}): LogLine => ({
  module: 'http',
  time: NOW,
  level: 'info',
  text: 'Server started',
  pid: 1,
  service: 'api',
  node: 'n',
  ...more,
});
const span = (dateFrom: string, dateTo?: string) => {
  const { from, to } = spanOf({ dateFrom, dateTo }, NOW);
  return [from.toISOString(), to.toISOString()];
};

describe('the period of a search', () => {
  it('covers the whole day for a date', () => {
    expect(span('2026-11-27', '2026-11-27')).toEqual(['2026-11-27T00:00:00.000Z', '2026-11-28T00:00:00.000Z']);
  });
  it('ends at the given time', () => {
    expect(span('2026-11-27T10:00:00+02:00', '2026-11-27T09:00:00Z')).toEqual([
      '2026-11-27T08:00:00.000Z',
      '2026-11-27T09:00:00.000Z',
    ]);
  });
  it('ends at the present, inclusive, if no end is given', () => {
    expect(spanOf({ dateFrom: '2026-11-28' }, NOW).to.getTime()).toBeGreaterThan(NOW);
  });
  it.each([
    ['2026-11-28', '2026-11-26'],
    ['2026-11-28', '2026-11-27'],
    ['2026-11-28T00:00:01Z', '2026-11-28T00:00:00Z'],
  ])('refuses an end before the start on its field: %s to %s', (dateFrom, dateTo) => {
    expect(() => span(dateFrom, dateTo)).toThrow(
      expect.objectContaining({
        code: 'dates-reversed',
        fields: [{ path: 'dateTo', message: message('field.before-date-from') }],
      }),
    );
  });
});

describe('the filter of a search', () => {
  it('is null without criteria, so that whole pages are read', () => {
    expect(lineFilter({})).toBeUndefined();
  });
  it.each([
    [{ level: 'INFO' }, true],
    [{ level: 'error,info' }, true],
    [{ level: 'WARNING' }, false],
    [{ module: 'http' }, true],
    [{ module: 'htt' }, false],
    [{ q: 'sERVER' }, true],
    [{ q: 'stopped' }, false],
    [{ level: 'info', module: 'http', q: 'x' }, false],
  ])('%j', (wanted, fits) => {
    expect(lineFilter(wanted)?.(line())).toBe(fits);
  });
  it('accepts the name of v0 for warn', () => {
    expect(lineFilter({ level: 'WARNING' })?.(line({ level: 'warn' }))).toBe(true);
  });
  it('refuses an unknown level', () => {
    expect(() => lineFilter({ level: 'info,loud' })).toThrow(
      expect.objectContaining({
        code: 'unknown-level',
        fields: [{ path: 'level', message: message('field.one-of', { choices: LOG_LEVELS }) }],
      }),
    );
  });
});
