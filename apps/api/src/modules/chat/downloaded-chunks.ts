import {
  type GapRecord,
  Moderation,
  type ReadableChunk,
  readTdSlice,
  sliceTdChat,
  type TdSlice,
  toChatRecords,
} from '#libs/chat';
import { type ChatRecord } from '#libs/contracts';
import { message } from '#libs/messages';
import { type Storage } from '#libs/storage';
import { buffer } from 'node:stream/consumers';
import { type ChatChunkSource } from './recorded-chat.js';

/** A slice of the file with the site times of its first and last record. */
interface TimedSlice extends TdSlice {
  readonly firstAt: number;
  readonly lastAt: number;
}
interface ReadSlice {
  readonly records: readonly ChatRecord[];
  readonly startedAt: number;
  readonly missing: readonly { readonly from: number; readonly to: number }[];
}

/**
 * A chat file that was downloaded from the site. It is scanned once; afterwards a page reads only the slices that it
 * needs.
 */
export class DownloadedChunks implements ChatChunkSource {
  readonly moderation = new Moderation();
  readonly gaps: GapRecord[] = [];
  private slices: readonly TimedSlice[] = [];

  constructor(
    private readonly storage: Pick<Storage, 'get'>,
    private readonly key: string,
  ) {}

  get lastAt(): number | null {
    return this.slices.length === 0 ? null : this.slices.reduce((last, s) => Math.max(last, s.lastAt), -Infinity);
  }

  /**
   * Scans the file once: it never changes, because a later download creates another file.
   * @throws UserError `chat-unreadable`
   */
  async refresh(): Promise<void> {
    if (this.slices.length > 0) return;
    const slices: TimedSlice[] = [];
    const read: ReadSlice[] = [];
    const { stream } = await this.storage.get(this.key);
    for await (const { text, ...slice } of sliceTdChat(stream)) {
      const { records, ...rest } = await readSlice(text, slice);
      const stamps = records.map((r) => r.at);
      if (stamps.length > 0)
        slices.push({
          ...slice,
          firstAt: stamps.reduce((a, b) => Math.min(a, b)),
          lastAt: stamps.reduce((a, b) => Math.max(a, b)),
        });
      read.push({ ...rest, records: records.filter((r) => r.t === 'delete') });
    }
    this.collect(read);
    this.slices = slices;
  }

  between(from: number, to: number): ReadableChunk[] {
    return this.slices
      .filter((s) => s.lastAt >= from && s.firstAt <= to)
      .map((slice) => ({
        firstAt: slice.firstAt,
        read: async () => (await readSlice(await this.readText(slice), slice)).records,
      }));
  }

  /**
   * Collects the moderation and gap records that every page needs. The first slice contains the head with the start
   * time; the last slice lists the gaps that the site did not deliver.
   */
  private collect(read: readonly ReadSlice[]): void {
    for (const record of read.flatMap((s) => s.records)) if (record.t === 'delete') this.moderation.add(record);
    const startedAt = read[0]?.startedAt ?? 0;
    for (const { from, to } of read.flatMap((s) => s.missing))
      this.gaps.push({
        t: 'gap',
        at: startedAt + from * 1000,
        seenAt: startedAt,
        until: startedAt + to * 1000,
        reason: message('chat.gap.not-at-site'),
      });
  }

  private async readText({ from, to }: TdSlice): Promise<string> {
    return (await buffer((await this.storage.get(this.key, { start: from, end: to - 1 })).stream)).toString('utf8');
  }
}

/** Reads the records of a slice. A message gets the site's time stamp, like a message that a recorder received. */
async function readSlice(text: string, slice: TdSlice): Promise<ReadSlice> {
  const records: ChatRecord[] = [];
  let [startedAt, missing]: [number, ReadSlice['missing']] = [0, []];
  for await (const piece of readTdSlice(text, slice)) {
    if (piece.kind === 'entry')
      records.push(...toChatRecords(piece.entry, piece.entry.sentAt - piece.entry.message.atMs));
    if (piece.kind === 'head') [startedAt, missing] = [Date.parse(piece.head.startedAt) || 0, piece.gaps];
  }
  return { records, startedAt, missing };
}
