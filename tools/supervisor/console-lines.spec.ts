import { expect, it } from '@jest/globals';
import { consoleLines } from './console-lines.js';

it('reads the lines that the api shows to the operator, and nothing else', () => {
  expect(consoleLines({ consoleLines: ['one', 2, 'two'] })).toEqual(['one', 'two']);
  for (const other of [null, 'one', { ready: true }, { consoleLines: 'one' }]) expect(consoleLines(other)).toEqual([]);
});
