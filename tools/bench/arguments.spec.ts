import { expect, it } from '@jest/globals';
import { parseArguments } from './arguments.js';

it('measures all tools at 1, 20 and 60 streams for a minute unless specified otherwise', () => {
  expect(parseArguments(['capture', '--json'])).toMatchObject({
    json: true,
    streams: [1, 20, 60],
    seconds: 60,
    tools: ['ours', 'bare', 'ffmpeg', 'streamlink'],
    largest: false,
  });
});

it('refuses what it does not know, with what it knows', () => {
  for (const args of [
    [],
    ['converter'],
    ['capture', '--streams', 'x'],
    ['capture', '--tools', 'obs'],
    ['capture', '--seconds', '500'],
    ['capture', '--fast'],
  ]) {
    expect(() => parseArguments(args)).toThrow(/npm run bench -- capture/);
  }
});
