import { expect, it } from '@jest/globals';
import { addPage, EMPTY_LOG, levelsFrom } from './log-pages.js';

it('takes a level and what is worse', () => {
  expect(levelsFrom('error')).toEqual(['error', 'fatal']);
});
it('asks for no level where all are wanted', () => {
  expect(levelsFrom('debug')).toEqual([]);
});

const page = (texts: readonly string[], lastLine: number, more = false) => ({
  lines: texts.map((message) => ({
    message,
    level: 'INFO',
    metadata: { module: 'm', timestamp: '2026-11-28T10:00:00Z', service: 'api', node: 'n', pid: 1 },
  })),
  amount: texts.length,
  from: '',
  to: '',
  limit: 1000,
  last_line: lastLine,
  more,
});

it('goes on from the position of the last page', () => {
  const one = addPage(EMPTY_LOG, 0, page(['a', 'b'], 7, true));
  const two = addPage(one, one.after, page(['c'], 9));
  expect(two).toMatchObject({
    after: 9,
    more: false,
    lines: [
      { message: 'a', n: 0 },
      { message: 'b', n: 1 },
      { message: 'c', n: 2 },
    ],
  });
});
it('never repeats a line: a page that was asked for twice counts once', () => {
  const one = addPage(EMPTY_LOG, 0, page(['a'], 7));
  expect(addPage(one, 0, page(['a'], 7))).toBe(one);
});
it('goes on past lines that do not fit', () => {
  expect(addPage(EMPTY_LOG, 0, page([], 2000, true))).toEqual({ lines: [], after: 2000, more: true, seen: 0 });
});
it('keeps the newest 5000', () => {
  const { lines, seen } = addPage(
    addPage(
      EMPTY_LOG,
      0,
      page(
        Array.from({ length: 5000 }, (_, i) => String(i)),
        1,
      ),
    ),
    1,
    page(['last'], 2),
  );
  expect([lines.length, lines[0]?.message, lines.at(-1)?.message, seen]).toEqual([5000, '1', 'last', 5001]);
});
