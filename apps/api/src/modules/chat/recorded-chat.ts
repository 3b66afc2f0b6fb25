import {
  type AssetTable,
  type GapRecord,
  gapsInFile,
  mergeChunks,
  type Moderation,
  type ReadableChunk,
  toChatMessage,
} from '#libs/chat';
import { type ChatMessage, type ChatPage, type ChatRecord, type StoredAsset } from '#libs/contracts';
import { type FileClock } from '#libs/domain';
import { type Storage } from '#libs/storage';
import { StoredPictures } from './stored-pictures.js';
import { PageMessages } from './page-messages.js';
import { type VodClock } from './vod-clocks.js';

/** A range of file time in ms. With `author`, only messages of that author. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
  readonly author: string | undefined;
}

/**
 * Maximum number of records that are scanned for one page. If the requested author wrote few messages, the page ends
 * early instead of blocking the server.
 */
const MAX_RECORDS = 50_000;
/** The same limit in characters, which imported records may reach first. */
const MAX_RECORD_CHARS = 32 * 1024 * 1024;
/** A received record is on storage after this time: a chunk covers 5 s. */
const MAX_STORE_DELAY_MS = 9000;
/** Tolerance for chunk boundaries: a chunk may begin and end at any record, and records arrive nearly in order. */
const CHUNK_TOLERANCE_MS = 1000;
/** Minimum interval between two checks for new chunks and images of a growing VOD. */
const MIN_REFRESH_INTERVAL_MS = 900;

/** Source of the records of a chat. */
export interface ChatChunkSource {
  readonly moderation: Moderation;
  readonly gaps: readonly GapRecord[];
  /** The latest site time of a stored record; null if there is none. */
  readonly lastAt: number | null;
  /** Reads chunks that were stored since the last call. */
  refresh(): Promise<void>;
  /** Returns the chunks that may contain records of this range of site time. */
  between(from: number, to: number): ReadableChunk[];
}

interface ChatPlace {
  readonly storage: Storage;
  readonly vodUuid: string;
  readonly growing: boolean;
  readonly chunks: ChatChunkSource;
  readonly clock: VodClock;
}

/**
 * The chat of one VOD in memory, shared by all viewers. Pages are in file time; they are built from the chunks and the
 * current timeline.
 */
export class RecordedChat {
  usedAt = Date.now();
  private table: AssetTable<StoredAsset> | null = null;
  private refreshing: Promise<void> | null = null;
  private refreshedAt = 0;

  constructor(private readonly place: ChatPlace) {}

  async page(stretch: Stretch): Promise<ChatPage> {
    this.usedAt = Date.now();
    await this.refresh();
    const clock = await this.place.clock.read();
    const { growing } = this.place;
    const knownToMs = growing ? this.completeMs(clock) : stretch.toMs;
    const toMs = Math.max(stretch.fromMs, Math.min(stretch.toMs, knownToMs));
    const { messages, endMs } = await this.read({ ...stretch, toMs }, clock);
    return {
      messages,
      complete_to: endMs / 1000,
      cut: endMs < toMs,
      growing: growing && knownToMs < stretch.toMs,
      gaps: gapsInFile(this.place.chunks.gaps, clock, { fromMs: stretch.fromMs, toMs: endMs }),
      moderation: moderationOf(this.place.chunks.moderation, clock, { fromMs: stretch.fromMs, toMs: endMs }),
    };
  }

  private refresh(): Promise<void> {
    const isFresh =
      this.refreshedAt > 0 && (!this.place.growing || Date.now() - this.refreshedAt < MIN_REFRESH_INTERVAL_MS);
    if (isFresh) return Promise.resolve();
    this.refreshing ??= this.load().finally(() => {
      this.refreshing = null;
    });
    return this.refreshing;
  }

  private async load(): Promise<void> {
    const { storage, vodUuid, chunks } = this.place;
    await chunks.refresh();
    this.table = (await StoredPictures.read(storage, vodUuid)).table();
    this.refreshedAt = Date.now();
  }

  /** File time up to which the chat is complete: media exists, and every message received until then is stored. */
  private completeMs(clock: FileClock): number {
    const coveredTo = Math.max(
      (this.place.chunks.lastAt ?? -Infinity) - CHUNK_TOLERANCE_MS,
      Date.now() - MAX_STORE_DELAY_MS,
    );
    return Math.min(clock.lengthMs, clock.fileMs(coveredTo) ?? 0);
  }

  private async read(stretch: Stretch, clock: FileClock): Promise<{ messages: ChatMessage[]; endMs: number }> {
    const messages = new PageMessages();
    let [scanned, scannedChars, lastMs] = [0, 0, -Infinity];
    for await (const { record, atMs } of this.recordsOf(stretch, clock)) {
      const isFull = messages.isFull || scanned >= MAX_RECORDS || scannedChars >= MAX_RECORD_CHARS;
      if (isFull && atMs > lastMs) return { messages: messages.all(), endMs: atMs };
      lastMs = atMs;
      const message = ifWrittenBy(stretch.author, this.messageOf(record, atMs, clock));
      const chars = JSON.stringify(message ?? record).length;
      if (message !== null) messages.add({ message, chars });
      scanned += 1;
      scannedChars += chars;
    }
    return { messages: messages.all(), endMs: stretch.toMs };
  }

  private async *recordsOf(
    { fromMs, toMs }: Stretch,
    clock: FileClock,
  ): AsyncGenerator<{ readonly record: ChatRecord; readonly atMs: number }> {
    const span = clock.siteSpan(fromMs, toMs);
    for await (const record of mergeChunks(this.place.chunks.between(span.from, span.to))) {
      const atMs = clock.fileMs(record.at) ?? 0;
      if (atMs >= toMs) return;
      if (atMs >= fromMs) yield { record, atMs };
    }
  }

  private messageOf(record: ChatRecord, atMs: number, clock: FileClock): ChatMessage | null {
    const action =
      record.t === 'message' || record.t === 'notice'
        ? this.place.chunks.moderation.removedBy({ id: record.id, authorId: record.author.id, at: record.at })
        : null;
    const deleted = action ? { atMs: clock.fileMs(action.at) ?? atMs, by: action.by } : null;
    return this.table ? toChatMessage(record, { table: this.table, atMs, deleted }) : null;
  }
}

/** @param author undefined: anybody */
const ifWrittenBy = (author: string | undefined, message: ChatMessage | null): ChatMessage | null =>
  author === undefined || message?.author?.id === author ? message : null;

interface Bounds {
  readonly fromMs: number;
  readonly toMs: number;
}

function moderationOf(moderation: Moderation, clock: FileClock, { fromMs, toMs }: Bounds): ChatPage['moderation'] {
  const span = clock.siteSpan(fromMs, toMs);
  const moderationActions = moderation.between(span.from, span.to + 1).map(({ at, ...action }) => ({
    atMs: clock.fileMs(at) ?? 0,
    by: action.by,
    messageId: action.messageId,
    userId: action.userId,
  }));
  return moderationActions.filter((action) => action.atMs >= fromMs && action.atMs < toMs);
}
