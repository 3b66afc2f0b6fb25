import { type ChatRecord } from '#libs/contracts';
import { openStorage, type OpenStorage } from '#libs/storage';
import { tempDir } from '#libs/testkit';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ulid } from 'ulid';
import { startedChat } from '../../persistence/entities/vod-chat.js';
import { UNKNOWN_SITE_VOD } from '../../persistence/entities/site-vod.js';
import { aVod } from '../../testing/rows.js';
import { ChatChunks } from '../chat/chat-chunks.js';
import { putChatChunk } from '../chat/put-chat-chunk.js';
import { RecordedChat } from '../chat/recorded-chat.js';
import { SealedClock } from '../chat/vod-clocks.js';
import { ChatRepair } from './chat-repair.js';

const T0 = Date.parse('2026-11-20T10:00:00Z');
/** As the site tells the start of its VOD. */
const VIDEO_AT = T0 - 3000;

let dir: ReturnType<typeof tempDir>;
let storage: OpenStorage;
beforeEach(async () => {
  dir = tempDir('chat-repair');
  storage = await openStorage({ kind: 'file', rootDir: dir.path, sync: 'off' });
});
afterEach(async () => {
  await storage.close();
  dir.remove();
});

const spoken = (id: string, s: number): ChatRecord => ({
  ...{ t: 'message', id, at: T0 + s * 1000, seenAt: 0, text: id, emotes: [], tags: {}, action: false, bits: 0 },
  author: { id: '7', login: 'bob', name: 'Bob', color: null, badges: [] },
});
const gap = (from: number, to: number): ChatRecord => ({
  ...{ t: 'gap', at: T0 + from * 1000, until: T0 + to * 1000, seenAt: 0, reason: 'away' },
});
const aRecording = () =>
  aVod({
    ...{ chat: startedChat(null), origin: 'capture', mediaMs: 100_000, startedAt: new Date(T0), gaps: [] },
    clock: [{ site: T0, siteMs: 100_000, file: 0, fileMs: 100_000 }],
    siteVod: { ...UNKNOWN_SITE_VOD, id: '908', exists: 'yes', createdAt: VIDEO_AT },
  });

async function pageOf(vodUuid: string, clock: ReturnType<typeof aRecording>['clock']) {
  const sealed = new SealedClock({ storage, parts: {} as never, vodUuid, timelineKey: null, cached: clock });
  const chunks = new ChatChunks(storage, vodUuid);
  const chat = new RecordedChat({ storage, vodUuid, growing: false, chunks, clock: sealed });
  const { messages, gaps } = await chat.page({ fromMs: 0, toMs: 100_000, author: undefined });
  return { gaps, lines: messages.map(({ id, atMs, flags }) => [id, atMs / 1000, flags.added === true]) };
}

it('fills the gaps of the chat from the VOD: in order of time, each message once, marked as added later', async () => {
  const vod = aRecording();
  const received = [spoken('a', 5), spoken('b', 20), gap(20, 40), spoken('e', 41), gap(60, 70), spoken('g', 80)];
  await putChatChunk(storage, { vodUuid: vod.uuid, partId: ulid(), n: 0 }, received);
  const repair = new ChatRepair({ find: () => Promise.resolve(null) } as never, storage);
  const gaps = await repair.gapsOf(vod);
  const input = await repair.inputOf(vod, gaps);
  expect(input).toMatchObject({ videoId: '908', fromMs: 0, toMs: 70_000 + 3000 + 30_000 });
  if (!input) throw new RangeError('no input');
  const head = { next: null, missing: [{ fromMs: 66_000, toMs: 68_000 }] };
  // What was received and lies beside the gap is in the VOD too, and so is what a moderator left of the gap.
  const comments = [
    spoken('a', 5),
    spoken('b', 20),
    spoken('c', 25),
    spoken('d', 39),
    spoken('e', 41),
    spoken('f', 61),
  ];
  const lines = comments.map((record) => JSON.stringify({ offsetMs: record.at - VIDEO_AT, record }));
  await storage.put(`${input.workPrefix}0.ndjson`, Buffer.from([JSON.stringify(head), ...lines].join('\n')));

  const before = await pageOf(vod.uuid, vod.clock);
  expect(before.gaps).toEqual([
    { from: 20, to: 40 },
    { from: 60, to: 70 },
  ]);
  const place = { vodUuid: vod.uuid, partId: ulid() };
  const filled = await repair.store(place, gaps, input);
  expect(filled).toMatchObject([
    { at: T0 + 20_000, durMs: 20_000, messages: 3, reason: null },
    { at: T0 + 60_000, durMs: 10_000, messages: 1, reason: { key: 'chat.gap.not-at-site' } },
  ]);
  const after = {
    gaps: [
      { from: 20, to: 40, added: 3 },
      { from: 60, to: 70 },
    ],
    lines: [
      ...[
        ['a', 5, false],
        ['b', 20, false],
        ['c', 25, true],
        ['d', 39, true],
        ['e', 41, false],
        ['f', 61, true],
      ],
      ['g', 80, false],
    ],
  };
  expect(await pageOf(vod.uuid, vod.clock)).toEqual(after);
  // After a crash before the end of the job is recorded, the same again.
  expect(await repair.store(place, gaps, input)).toEqual(filled);
  expect(await pageOf(vod.uuid, vod.clock)).toEqual(after);
  // What is filled is no gap any more; the rest may be tried again, as another attempt.
  expect((await repair.gapsOf(vod)).map(({ at }) => at)).toEqual([T0 + 60_000]);
  await repair.store({ ...place, partId: ulid() }, await repair.gapsOf(vod), input);
  expect((await pageOf(vod.uuid, vod.clock)).lines).toEqual(after.lines);
});

it('a chat without gaps, an imported one, and a gap outside the media need nothing', async () => {
  const vod = aRecording();
  const repair = new ChatRepair({ find: () => Promise.resolve(null) } as never, storage);
  await putChatChunk(storage, { vodUuid: vod.uuid, partId: ulid(), n: 0 }, [spoken('a', 5), gap(200, 240)]);
  expect(await repair.gapsOf(vod)).toEqual([]);
  expect(await repair.inputOf(vod, [])).toBeNull();
  await putChatChunk(storage, { vodUuid: vod.uuid, partId: ulid(), n: 0 }, [gap(20, 40)]);
  expect(await repair.gapsOf(vod)).toHaveLength(1);
  vod.chat = { ...startedChat(null), imported: 'x' };
  expect(await repair.gapsOf(vod)).toEqual([]);
});
