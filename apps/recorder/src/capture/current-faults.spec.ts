import { message } from '#libs/messages';
import { beforeEach, expect, it } from '@jest/globals';
import { CurrentFaults } from './current-faults.js';

const NOT_FOUND = message('error.http-status', { status: 404 });
const BROKEN = message('error.http-status', { status: 500 });
let lines: unknown[][];
let faults: CurrentFaults;

beforeEach(() => {
  lines = [];
  const add = (...line: unknown[]): void => {
    lines.push(line);
  };
  faults = new CurrentFaults({ warn: add, info: add }, 'harbour-cam', 'v1');
});

it('shows the oldest fault, until it is over', () => {
  faults.begin('playlist', NOT_FOUND);
  faults.begin('storage', BROKEN);
  expect(faults.shown).toEqual(NOT_FOUND);
  faults.end('playlist');
  expect(faults.shown).toEqual(BROKEN);
  faults.end('storage');
  expect(faults.shown).toBeNull();
});

it('logs a fault and its end once, however often the same one comes', () => {
  for (let poll = 0; poll < 3; poll += 1) {
    faults.begin('playlist', NOT_FOUND);
    faults.begin('playlist', BROKEN);
    faults.end('playlist');
    faults.end('playlist');
  }
  expect(lines.map(([text]) => text)).toEqual([
    'harbour-cam: playlist fault',
    'harbour-cam: playlist fault',
    'harbour-cam: playlist fault is over',
  ]);
});

it('stops logging after fifty texts', () => {
  for (let status = 400; status < 500; status += 1) faults.begin('playlist', message('error.http-status', { status }));
  expect(lines).toHaveLength(50);
});

it('logs another fault, and the same one again in the next part', () => {
  faults.begin('playlist', NOT_FOUND);
  faults.begin('playlist', BROKEN);
  faults.clear();
  expect(faults.shown).toBeNull();
  faults.begin('playlist', BROKEN);
  expect(lines).toHaveLength(3);
  expect(lines[2]).toEqual(['harbour-cam: playlist fault', { vod: 'v1', message: expect.stringContaining('500') }]);
});
