import { expect, it } from '@jest/globals';
import { chaosArguments } from './arguments.js';

const KNOWN = ['nats-killed', 'api-killed'];

it('reads the suite, storages, names and the short form', () => {
  expect(chaosArguments(['spine'], KNOWN)).toEqual({
    suites: ['spine'],
    storages: ['file', 's3'],
    only: [],
    isShort: false,
  });
  expect(chaosArguments(['spine', '--storage', 's3', '--only', 'nats-killed,api-killed', '--short'], KNOWN)).toEqual({
    suites: ['spine'],
    storages: ['s3'],
    only: KNOWN,
    isShort: true,
  });
});

it('selects every suite with `all`', () => {
  expect(chaosArguments(['all'], KNOWN, () => true)).toMatchObject({
    suites: ['spine', 'twitch', 'library', 'automation', 'disk'],
  });
  // Only root mounts disks.
  expect(chaosArguments(['all'], KNOWN, () => false)).toMatchObject({
    suites: ['spine', 'twitch', 'library', 'automation'],
  });
});

it.each([
  ['an unknown suite', ['heart'], /No suite heart.*spine\|twitch\|library\|automation\|disk\|all/],
  ['an unknown storage', ['spine', '--storage', 'tape'], /No storage tape/],
  [
    'an unknown scenario',
    ['spine', '--only', 'nats-killed,moon-killed'],
    /No scenario moon-killed.*nats-killed, api-killed/,
  ],
  ['an unknown option', ['spine', '--fast'], /--fast/],
])('refuses %s and names what is allowed', (_, args, why) => {
  expect(() => chaosArguments(args, KNOWN)).toThrow(why);
});
