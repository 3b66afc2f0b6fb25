import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { readTdChat } from './read-td-chat.js';
import { type TdEntry } from './td-chat.js';
import { writeTdChat } from './write-td-chat.js';

const MESSAGES = 130_000;
const HEAD = {
  vodUuid: '6d7fab8d-57c6-490a-bcc7-690263fc73f4',
  streamer: { id: '12', login: 'ann', name: 'Ann' },
  title: 'T',
  category: 'C',
  startedAt: '2026-01-01T00:00:00.000Z',
  lengthMs: MESSAGES,
};
const entry = (n: number): TdEntry => ({
  message: {
    id: `m${n}`,
    atMs: n,
    kind: 'message',
    author: { id: '7', login: 'bob', name: 'Bob', color: null, badges: [] },
    fragments: [{ type: 'text', text: `${n} ${'words '.repeat(30)}` }],
    reply: null,
    flags: { first: false, highlighted: false, bits: 0, sharedFrom: null },
    deleted: null,
    notice: null,
  },
  sentAt: n,
  tags: {},
});

it('writes and reads 100 MB of chat in pieces, with only a few of them in memory', async () => {
  const dir = tempDir('big-chat');
  try {
    const path = join(dir.path, 'chat.json');
    let [made, mostWaiting] = [0, 0];
    async function* entries(): AsyncGenerator<TdEntry> {
      for (; made < MESSAGES; made += 1) yield await Promise.resolve(entry(made));
    }
    const file = createWriteStream(path);
    async function* watched(): AsyncGenerator<Buffer> {
      for await (const piece of writeTdChat({
        head: HEAD,
        entries: entries(),
        gaps: [],
        pictures: [],
        bytesOf: () => Promise.resolve(null),
        createdAt: '',
      })) {
        mostWaiting = Math.max(mostWaiting, file.writableLength + piece.length);
        yield piece;
      }
    }
    await pipeline(Readable.from(watched(), { objectMode: false }), file);
    const { size } = statSync(path);
    expect(size).toBeGreaterThan(100_000_000);
    expect(mostWaiting).toBeLessThan(1_000_000);
    let read = 0;
    const source = createReadStream(path);
    let ahead = 0;
    for await (const piece of readTdChat(source)) {
      if (piece.kind !== 'entry') continue;
      if (piece.entry.message.id !== `m${read}`) break;
      read += 1;
      ahead = Math.max(ahead, source.bytesRead - (read / MESSAGES) * size);
    }
    expect(read).toBe(MESSAGES);
    expect(ahead).toBeLessThan(2_000_000);
  } finally {
    dir.remove();
  }
}, 120_000);
