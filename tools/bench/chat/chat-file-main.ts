/**
 * Writes a chat file of this many MB and reads it again, in a separate process, so that its peak memory belongs to this
 * work only. Usage: chat-file-main.js FILE MEGABYTES ; reports its figures over IPC
 */
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readTdChat, type TdEntry, writeTdChat } from '#libs/chat';
import type { ChatFileFigures } from './run-chat-file.js';

const [file = '', megabytes = '0'] = process.argv.slice(2);
const MB = 1e6;
/** Size of an {@link entry} in the file. */
const ENTRY_BYTES = 860;
const peakMb = (): number => process.resourceUsage().maxRSS / 1024;

const entry = (n: number): TdEntry => ({
  message: {
    id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    atMs: n,
    kind: 'message',
    author: {
      id: String(n % 5000),
      login: `viewer${String(n % 5000)}`,
      name: `Viewer${String(n % 5000)}`,
      color: '#9146ff',
      badges: [{ set: 'subscriber', version: '12' }],
    },
    fragments: [
      { type: 'text', text: `number ${String(n)} of very many ` },
      {
        type: 'emote',
        id: '25',
        source: 'twitch',
        name: 'Kappa',
        zeroWidth: false,
        width: 28,
        height: 28,
        assetKey: 'emote/twitch/25',
      },
    ],
    reply: null,
    flags: { first: false, highlighted: false, bits: 0, sharedFrom: null },
    deleted: null,
    notice: null,
  },
  sentAt: n,
  tags: {},
});
async function* entries(count: number): AsyncGenerator<TdEntry> {
  for (let n = 0; n < count; n += 1) yield await Promise.resolve(entry(n));
}

const idleMb = peakMb();
const head = {
  vodUuid: '',
  streamer: { id: '1', login: 'a', name: 'A' },
  title: '',
  category: '',
  startedAt: '',
  lengthMs: 0,
};
const began = performance.now();
await pipeline(
  Readable.from(
    writeTdChat({
      head,
      entries: entries(Math.ceil((Number(megabytes) * MB) / ENTRY_BYTES)),
      gaps: [],
      pictures: [],
      bytesOf: () => Promise.resolve(null),
      createdAt: '',
    }),
    { objectMode: false },
  ),
  createWriteStream(file),
);
const written = performance.now();
let read = 0;
for await (const piece of readTdChat(createReadStream(file))) read += piece.kind === 'entry' ? 1 : 0;
process.send?.({
  megabytes: statSync(file).size / MB,
  messages: read,
  writeS: (written - began) / 1000,
  readS: (performance.now() - written) / 1000,
  idleMb,
  peakMb: peakMb(),
} satisfies ChatFileFigures);
process.disconnect();
