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

it('measures TLS and a busy machine at the numbers of streams of their goals', () => {
  expect(parseArguments(['capture', '--tls'])).toMatchObject({ mode: 'tls', streams: [20, 60] });
  expect(parseArguments(['capture', '--busy'])).toMatchObject({
    mode: 'busy',
    streams: [20],
    tools: ['ours', 'bare'],
  });
});

it('refuses unknown arguments with its usage', () => {
  for (const args of [
    [],
    ['converter'],
    ['capture', '--streams', 'x'],
    ['capture', '--tools', 'obs'],
    ['capture', '--seconds', '500'],
    ['capture', '--fast'],
    ['capture', '--tls', '--busy'],
  ]) {
    expect(() => parseArguments(args)).toThrow(/npm run bench -- capture/);
  }
});
