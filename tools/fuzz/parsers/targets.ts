import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { readThirdPartyChat, toChatRecords } from '#libs/chat';
import { type ChatRecord, chatChunkName, decodeChat, encodeChatRecord, parseChatChunkName } from '#libs/contracts';
import { isRangeValid, wantedRange } from '../../../apps/api/src/http/byte-range.js';
import { mediaPath } from '../../../apps/api/src/http/media-path.js';
import { cleanPart } from '../../../libs/domain/src/naming/clean-name.js';
import { renderTemplate } from '../../../libs/domain/src/naming/render-template.js';
import { LineBuffer, parseIrcLine } from '../../../libs/providers/src/twitch/chat/irc-line.js';
import { toRecord } from '../../../libs/providers/src/twitch/chat/to-record.js';
import { readWebhook } from '../../../libs/providers/src/twitch/eventsub/read-webhook.js';
import { readFrame } from '../../../libs/providers/src/twitch/eventsub/socket.wire.js';
import { FILE_CODEC, S3_CODEC } from '../../../libs/storage/src/key-codec.js';
import { safeFolder, safeName } from '../../../libs/storage/src/file/safe-name.js';
import type { Target } from '../run-case.js';
import { orRefusal } from './or-refusal.js';
import { importSettings } from './settings-target.js';

const NOW = Date.UTC(2026, 0, 1);
const SECRET = 'a-secret-of-the-fuzz-lane';
/** Size of a packed chat file when it is unpacked. */
const UNPACKED_BYTES = 512 * 1024;
const MAX_NAME_BYTES = 255;

/** The readers of what a caller, a site or a file of another tool sends. */
export const PARSER_TARGETS: Readonly<Record<string, Target>> = {
  'chat': (parts) => importChat(parts),
  'packed-chat': async ([part = Buffer.alloc(0)]) => {
    const text = part.length === 0 ? part : Buffer.alloc(UNPACKED_BYTES, part);
    await importChat([await promisify(gzip)(text)]);
  },
  'settings': importSettings,
  'irc': readIrc,
  'eventsub': readEventSub,
  'range': readRanges,
  'name': readNames,
};

/** Whatever an import accepts can be read back. */
async function importChat(pieces: readonly Buffer[]): Promise<void> {
  await orRefusal(async () => {
    for await (const entry of readThirdPartyChat(inOrder(pieces))) mustBeReadable(toChatRecords(entry, NOW));
  });
}

async function* inOrder(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield await Promise.resolve(piece);
}

function mustBeReadable(records: readonly ChatRecord[]): void {
  const text = records.map(encodeChatRecord).join('');
  const { bad, records: read } = decodeChat(text);
  if (bad > 0 || read.length !== records.length) throw new TypeError(`not a record: ${text.slice(0, 500)}`);
  for (const { at } of records) {
    const name = chatChunkName({ n: 0, firstAt: at, lastAt: at, count: 1 });
    if (!parseChatChunkName(name)) throw new TypeError(`not the name of a chunk: ${name}`);
  }
}

function readIrc(frames: readonly Buffer[]): void {
  const lines = new LineBuffer();
  for (const frame of frames)
    for (const text of lines.push(frame.toString('utf8'))) {
      const line = parseIrcLine(text);
      const record = line && toRecord(line, NOW);
      if (record) mustBeReadable([record]);
    }
}

/** The first part is the body, the second the type and the time of the message. */
function readEventSub([body = Buffer.alloc(0), head = Buffer.alloc(0)]: readonly Buffer[]): void {
  const [type = '', stamp = new Date(NOW).toISOString()] = head.toString('utf8').split('\n');
  const signature = createHmac('sha256', SECRET).update('1').update(stamp).update(body).digest('hex');
  const values = { id: '1', timestamp: stamp, type, signature: `sha256=${signature}` };
  const headers = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`twitch-eventsub-message-${name}`, value]),
  );
  readWebhook({ headers, body, secret: SECRET, now: new Date(NOW) }, (id) => id);
  readFrame(body.toString('utf8'), (id) => id);
}

function readRanges([part = Buffer.alloc(0)]: readonly Buffer[]): void {
  const etag = '"1"';
  for (const header of part.toString('utf8').split('\n'))
    for (const total of [0, 1, 1000, Number.MAX_SAFE_INTEGER]) {
      isRangeValid(header, { etag, modifiedAt: new Date(NOW) });
      const range = wantedRange(header, total);
      if (range.kind !== 'part') continue;
      const { start, end } = range;
      const isRange = Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end;
      if (!isRange || end >= total) throw new TypeError(`not a range of ${String(total)}: ${header.slice(0, 200)}`);
    }
}

/** A title and a template; the title is also the path of an address, and a key. */
function readNames([part = Buffer.alloc(0), template = Buffer.alloc(0)]: readonly Buffer[]): void {
  const text = part.toString('utf8');
  readTitle(text);
  renderTemplate(template.toString('utf8').slice(0, 1000), { title: text });
  const path = mediaPath(`/${text}`);
  if (path !== null && /(^|\/)\.\.?(\/|$)/.test(path)) throw new TypeError(`leaves its folder: ${path.slice(0, 200)}`);
  readKey(text);
}

function readTitle(text: string): void {
  for (const name of [safeName(text), safeFolder(text), cleanPart(text, MAX_NAME_BYTES)]) mustBeName(name);
  if (cleanPart(cleanPart(text, 100), 100) !== cleanPart(text, 100)) throw new TypeError('cleaned twice, it differs');
}

function readKey(text: string): void {
  if (text === '' || Buffer.byteLength(text) > 1024 || !text.isWellFormed()) return;
  for (const codec of [FILE_CODEC, S3_CODEC])
    if (codec.decode(codec.encode(text)) !== text) throw new TypeError(`not the same key: ${text}`);
}

function mustBeName(name: string): void {
  const isName = Buffer.byteLength(name) <= MAX_NAME_BYTES && !/[/\\\0]/.test(name) && !/^\.\.?$/.test(name);
  if (!isName) throw new TypeError(`not a name: ${name.slice(0, 300)}`);
}
