import { Readable } from 'node:stream';
import { AssetTable, gapsInFile, mergeChunks, type TdEntry, toChatMessage, otherTags, writeTdChat } from '#libs/chat';
import { type chatFileJob, ChatTimeline, type ChatRecord, type StoredAsset, type JobInput } from '#libs/contracts';
import { FileClock } from '#libs/domain';
import { BugError } from '#libs/errors';
import { message, type Message } from '#libs/messages';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { StoredChat } from './stored-chat.js';

type Input = JobInput<typeof chatFileJob>;
/** A VOD's chat and the key of the chat file to make. */
interface ChatFileRequest {
  readonly key: string;
  readonly source: Extract<Input['source'], { readonly from: 'vod' }>;
  readonly head: Pick<Input, 'streamer' | 'title' | 'startedAt' | 'category'>;
  readonly signal: AbortSignal;
}
/** @param doneBytes progress within `totalBytes`: chunks are read twice, images once */
export type ReportChat = (doneBytes: number, totalBytes: number, note: Message) => void;
export interface MadeChat {
  readonly key: string;
  readonly sizeBytes: number;
  readonly messages: number;
  readonly pictures: number;
  readonly warnings: Message[];
}

interface ChatFileRun {
  readonly stored: StoredChat;
  readonly clock: FileClock;
  readonly signal: AbortSignal;
  messages: number;
  pictures: number;
}

/**
 * Makes the chat file of a VOD from the chunks that its recorders stored: in file time, in order, each message once,
 * including messages that moderators deleted.
 */
@Injectable()
export class ChatFileMaker {
  constructor(@Inject(STORAGE) private readonly storage: Storage) {}

  async make({ key, source, head, signal }: ChatFileRequest, report: ReportChat): Promise<MadeChat> {
    const clock = await this.clock(source.timelineKey);
    const stored = await StoredChat.list(this.storage, source.vodUuid);
    let done = 0;
    const onRead =
      (note: Message) =>
      (bytes: number): void => {
        done += bytes;
        report(done, 2 * stored.bytes, note);
      };
    await stored.scan(signal, onRead(message('job.looking-through-chat')));
    const run: ChatFileRun = { stored, clock, signal, messages: 0, pictures: 0 };
    const { sizeBytes } = await this.storage.put(
      key,
      Readable.from(this.text({ vodUuid: source.vodUuid, ...head }, run, onRead(message('job.writing-chat'))), {
        objectMode: false,
      }),
      { contentType: 'application/json', signal },
    );
    return { key, sizeBytes, messages: run.messages, pictures: run.pictures, warnings: warningsOf(run) };
  }

  private async clock(timelineKey: string): Promise<FileClock> {
    const parsed = ChatTimeline.safeParse(JSON.parse((await this.storage.read(timelineKey)).toString('utf8')));
    if (!parsed.success) throw new BugError('bad-timeline', `${timelineKey} is not a chat timeline`);
    return new FileClock(parsed.data.clock);
  }

  private text(
    { vodUuid, streamer, title, startedAt, category }: ChatFileRequest['head'] & { readonly vodUuid: string },
    run: ChatFileRun,
    onRead: (bytes: number) => void,
  ): AsyncGenerator<Buffer> {
    const { stored, clock, signal } = run;
    return writeTdChat({
      head: { vodUuid, streamer, title, startedAt, category, lengthMs: clock.lengthMs },
      entries: entriesOf(run, onRead),
      gaps: gapsInFile(stored.gaps, clock).filter(({ added }) => added === undefined),
      pictures: stored.pictures,
      createdAt: new Date().toISOString(),
      bytesOf: async (picture) => {
        const bytes = await stored.pictureBytes(picture, signal);
        if (bytes) run.pictures += 1;
        return bytes;
      },
    });
  }
}

async function* entriesOf(run: ChatFileRun, onRead: (bytes: number) => void): AsyncGenerator<TdEntry> {
  const { stored, clock, signal } = run;
  const table = new AssetTable(stored.pictures);
  for await (const record of mergeChunks(stored.readable(signal, onRead))) {
    const message = messageOf(record, { stored, clock, table });
    if (!message) continue;
    run.messages += message.author ? 1 : 0;
    yield { message, sentAt: record.at, tags: 'tags' in record ? otherTags(record.tags) : {} };
  }
}

function messageOf(
  record: ChatRecord,
  { stored, clock, table }: Pick<ChatFileRun, 'stored' | 'clock'> & { readonly table: AssetTable<StoredAsset> },
): TdEntry['message'] | null {
  const atMs = clock.fileMs(record.at) ?? 0;
  const action =
    record.t === 'message' || record.t === 'notice'
      ? stored.moderation.removedBy({ id: record.id, authorId: record.author.id, at: record.at })
      : null;
  return toChatMessage(record, {
    table,
    atMs,
    deleted: action && { atMs: clock.fileMs(action.at) ?? atMs, by: action.by },
  });
}

function warningsOf({ stored, pictures }: ChatFileRun): Message[] {
  const missing = stored.pictures.length - pictures;
  return [
    ...(stored.invalidLines > 0 ? [message('job.chat-lines-unreadable', { n: stored.invalidLines })] : []),
    ...(missing > 0 ? [message('job.chat-pictures-gone', { n: missing })] : []),
  ];
}
