import { PassThrough } from 'node:stream';
import { afterEach, expect, it, jest } from '@jest/globals';
import { readSecretLine } from './read-secret-line.js';

const PROMPT = 'New password: ';
let shown: string[];
afterEach(() => {
  jest.restoreAllMocks();
});

function inputOf(text: string, isTTY: boolean): NodeJS.ReadStream {
  shown = [];
  for (const stream of [process.stderr, process.stdout])
    jest.spyOn(stream, 'write').mockImplementation((chunk) => {
      shown.push(String(chunk));
      return true;
    });
  const input = Object.assign(new PassThrough(), { isTTY });
  input.end(text);
  return input as unknown as NodeJS.ReadStream;
}

it.each([
  ['the first line', 'secret\nmore\n', 'secret'],
  ['a line without its end', 'secret', 'secret'],
  ['nothing of an empty input', '', ''],
])('reads %s, and shows nothing without a terminal', async (_name, text, line) => {
  expect(await readSecretLine(inputOf(text, false), PROMPT)).toBe(line);
  expect(shown).toEqual([]);
});

it('shows the prompt on a terminal, and not what is typed', async () => {
  expect(await readSecretLine(inputOf('secret\n', true), PROMPT)).toBe('secret');
  expect(shown).toEqual([PROMPT, '\n']);
});
