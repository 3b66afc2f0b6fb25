import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type ChatRecord } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { Log } from '#libs/service-kit';
import { tempDir } from '#libs/testkit';
import { DEFAULT_TIMES } from '../core/tokens.js';
import { Spool } from '../store/spool.js';
import { ChatLog } from './chat-log.js';

let dir: ReturnType<typeof tempDir>;
let put: (key: string) => Promise<never>;
let stored: string[];
beforeEach(() => {
  [dir, stored] = [tempDir('chat-log'), []];
  put = (key) => {
    stored.push(key);
    return Promise.resolve({} as never);
  };
});
afterEach(() => {
  dir.remove();
});

function newLog(): ChatLog {
  const ports = {
    storage: { put: (key: string) => put(key) },
    spool: new Spool({ dir: join(dir.path, 'spool'), maxBytes: 1e6, maxAgeMs: 1e9, now: () => 0 }),
    log: new Log({ service: 'recorder', node: 'n', pid: 1 }, 'test', () => undefined),
    times: DEFAULT_TIMES,
    now: () => 0,
    wall: () => 0,
  };
  return new ChatLog(() => 'c/', {}, ports);
}
const message = (seenAt: number): ChatRecord => ({ t: 'room', at: seenAt - 7, seenAt, text: 'x', tags: {} });
const gap: ChatRecord = { t: 'gap', at: 40, seenAt: 900, until: 900, reason: 'x' };

it('knows since when what it received is not on storage: a gap that it received counts from where it begins', async () => {
  const log = newLog();
  expect(log.missingSince).toBeNull();
  log.add(message(700));
  log.add(message(800));
  expect(log.missingSince).toBe(700);
  log.add(gap);
  expect(log.missingSince).toBe(40);
  await log.end();
  expect([stored.length, log.missingSince]).toEqual([1, null]);
});

it('counts what it left in the spool as missing', async () => {
  put = () => Promise.reject(new OutsideError(untranslated('storage-away', 'away')));
  const log = newLog();
  log.add(message(700));
  const ended = log.end();
  log.giveUp();
  await ended;
  expect(log.missingSince).toBe(700);
});
