import { describe, expect, it } from '@jest/globals';
import { type TdEntry, type TdHead, type TdPiece } from './td-chat.js';
import { readTdSlice, sliceTdChat } from './td-slices.js';
import { writeTcdChat } from './write-twitch-chat-downloader.js';
import { writeTdChat } from './write-td-chat.js';

const head: TdHead = {
  vodUuid: 'v',
  streamer: { id: '1', login: 'ann', name: 'Ann' },
  title: 'A "title"\n',
  category: 'Chess',
  startedAt: '2026-01-01T00:00:00.000Z',
  lengthMs: 60_000,
  video: { id: '7', fromMs: 0 },
};
const entry = (n: number): TdEntry => ({
  message: {
    id: `m${n}`,
    atMs: n,
    kind: 'message',
    author: { id: '7', login: 'bob', name: 'Bób', color: null, badges: [] },
    fragments: [{ type: 'text', text: `word ${n}\n}],{"comments":[ ✓` }],
    reply: null,
    flags: { first: false, highlighted: false, bits: 0, sharedFrom: null },
    deleted: null,
    notice: null,
  },
  sentAt: 1000 + n,
  tags: {},
});
async function* of<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* await Promise.resolve(items);
}
const entries = (count: number): TdEntry[] => Array.from({ length: count }, (_, n) => entry(n));
const WRITERS = {
  td: (count: number) =>
    writeTdChat({
      head,
      entries: of(entries(count)),
      gaps: [{ from: 1, to: 2 }],
      pictures: [],
      bytesOf: () => Promise.resolve(null),
      createdAt: '2026-01-02T00:00:00.000Z',
    }),
  tcd: (count: number) => writeTcdChat({ head, entries: of(entries(count)) }),
} as const;

async function slicesOf(
  file: AsyncIterable<Uint8Array>,
): Promise<{ readonly slices: number; readonly bytes: number[]; readonly pieces: TdPiece[] }> {
  const [bytes, pieces]: [number[], TdPiece[]] = [[], []];
  for await (const { text, ...slice } of sliceTdChat(file)) {
    bytes.push(slice.from, slice.to);
    for await (const piece of readTdSlice(text, slice)) pieces.push(piece);
  }
  return { slices: bytes.length / 2, bytes, pieces };
}

describe.each(['td', 'tcd'] as const)('slices of a chat file (%s)', (kind) => {
  it.each([
    [0, 1],
    [1, 1],
    [3000, 3],
  ])('with %i comments can be read separately, and contain each comment once', async (count, atLeast) => {
    const { slices, bytes, pieces } = await slicesOf(WRITERS[kind](count));
    expect(slices).toBeGreaterThanOrEqual(atLeast);
    expect(bytes.slice(1, -1).every((at, i) => i % 2 === 1 || at === bytes[i + 2])).toBe(true);
    const readEntries = pieces.flatMap((p) => (p.kind === 'entry' ? [p.entry] : []));
    expect(readEntries).toEqual(entries(count));
    const heads = pieces.flatMap((p) => (p.kind === 'head' ? [p] : []));
    expect([heads[0]?.head.startedAt, heads.at(-1)?.gaps]).toEqual([
      head.startedAt,
      kind === 'td' ? [{ from: 1, to: 2 }] : [],
    ]);
  });

  it('are one slice for a file without lines, and fail for a truncated file', async () => {
    const file = Buffer.from(
      JSON.stringify({
        comments: Array.from({ length: 2000 }, (_, n) => ({
          _id: `m${n}`,
          content_offset_seconds: n,
          created_at: head.startedAt,
          commenter: { _id: '1', name: 'a', display_name: 'A' },
          message: { body: 'x'.repeat(200), fragments: [] },
        })),
      }),
    );
    const { slices, pieces } = await slicesOf(of([file]));
    expect([slices, pieces.filter((p) => p.kind === 'entry').length]).toEqual([1, 2000]);
    await expect(slicesOf(of([file.subarray(0, 500)]))).rejects.toMatchObject({ code: 'chat-unreadable' });
  });
});
