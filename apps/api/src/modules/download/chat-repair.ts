import { type GapRecord, withoutFilled } from '#libs/chat';
import { type chatDownloadJob, ChatRecord, type JobInput, objectKeys } from '#libs/contracts';
import { message } from '#libs/messages';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { type RepairReport } from '../../vods/repair-report.js';
import { streamerOf } from '../../vods/streamer-of.js';
import { vodClock } from '../../vods/vod-clock.js';
import { ChatChunks } from '../chat/chat-chunks.js';
import { putChatChunk } from '../chat/put-chat-chunk.js';

type Input = JobInput<typeof chatDownloadJob>;
type Written = Extract<ChatRecord, { t: 'message' | 'notice' }>;

/** A site tells the start of its VOD to a few seconds only. */
const MARGIN_MS = 30_000;
/** In shorter gaps a reconnect gets what was said meanwhile. */
const MIN_GAP_MS = 1000;
/** Records of a chunk. */
const CHUNK = 2000;

const Head = z.object({ missing: z.array(z.object({ fromMs: z.number(), toMs: z.number() })) });
const Line = z.object({ record: ChatRecord });

interface Fetched {
  readonly records: readonly Written[];
  /** What the site did not deliver, on its clock. */
  readonly missing: readonly { readonly from: number; readonly to: number }[];
}

/** Where the chat of the site's VOD is until it is merged. */
export const chatFolderOf = (vodUuid: string): string => `${objectKeys.vod(vodUuid)}chat-repair/`;

/** Fills gaps of the received chat with the chat of the site's VOD. */
@Injectable()
export class ChatRepair {
  constructor(
    private readonly channels: ChannelRepository,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** The gaps of the chat while the recording has media, in order, each once. */
  async gapsOf(vod: VodEntity): Promise<GapRecord[]> {
    if (vod.chat === null || vod.chat.imported !== undefined || vod.origin !== 'capture') return [];
    const chunks = new ChatChunks(this.storage, vod.uuid);
    await chunks.refresh();
    const clock = vodClock(vod);
    const open = withoutFilled(chunks.gaps).filter(
      ({ at, until, added }) =>
        added === undefined && until - at >= MIN_GAP_MS && clock.insideMs(until) > clock.insideMs(at),
    );
    return joined(open);
  }

  async inputOf(vod: VodEntity, gaps: readonly GapRecord[]): Promise<Input | null> {
    const [first] = gaps;
    const { siteVod, uuid, providerKind, title } = vod;
    if (!first || !siteVod?.id) return null;
    const startedAt = siteVod.createdAt ?? vod.startedAt.getTime();
    const until = Math.max(...gaps.map((gap) => gap.until));
    const folder = chatFolderOf(uuid);
    return {
      ...{ vodUuid: uuid, providerKind, method: 'td', videoId: siteVod.id, startedAt, title, category: '' },
      fromMs: Math.max(0, first.at - startedAt - MARGIN_MS),
      toMs: Math.max(1, until - startedAt + MARGIN_MS),
      ...{ outKey: `${folder}chat.json`, workPrefix: `${folder}work/` },
      streamer: streamerOf(vod, await this.channels.find(vod.channelUuid)),
      lengthMs: siteVod.durationMs ?? vod.mediaMs,
    };
  }

  /**
   * Stores what was said in the gaps beside the chat that was received: readers merge both by time and id. Safe to repeat
   * with the same part id.
   */
  async store(
    { vodUuid, partId }: { readonly vodUuid: string; readonly partId: string },
    gaps: readonly GapRecord[],
    input: Input,
  ): Promise<RepairReport['chat']> {
    const { records, missing } = await this.fetched(input);
    const addedAt = Date.now();
    const lines: RepairReport['chat'] = [];
    const added: ChatRecord[] = [];
    for (const { at, until } of gaps) {
      const own = records.filter((record) => record.at >= at && record.at < until);
      const isWhole = !missing.some(({ from, to }) => from < until && to > at);
      const reason = message('chat.gap.not-at-site');
      added.push(...own.map((record) => ({ ...record, addedAt })));
      if (isWhole) added.push({ t: 'gap', at, seenAt: addedAt, until, reason, added: own.length });
      lines.push({ at, durMs: until - at, messages: own.length, reason: isWhole ? null : reason });
    }
    for (let n = 0; n * CHUNK < added.length; n += 1)
      await putChatChunk(this.storage, { vodUuid, partId, n }, added.slice(n * CHUNK, (n + 1) * CHUNK));
    return lines;
  }

  private async fetched({ workPrefix, startedAt }: Input): Promise<Fetched> {
    const chunks: Fetched[] = [];
    for await (const { key } of this.storage.list(workPrefix))
      chunks.push(readChunk((await this.storage.read(key)).toString('utf8'), startedAt));
    // A download has at least one chunk.
    if (chunks.length === 0) return { records: [], missing: [{ from: -Infinity, to: Infinity }] };
    return { records: chunks.flatMap(({ records }) => records), missing: chunks.flatMap(({ missing }) => missing) };
  }
}

/** Reads a chunk of a download. Its first line says what the site did not deliver. */
function readChunk(text: string, startedAt: number): Fetched {
  const [head = '', ...lines] = text.trimEnd().split('\n');
  const missing = Head.safeParse(JSON.parse(head)).data?.missing ?? [];
  return {
    records: lines.flatMap((line) => {
      const { record } = Line.safeParse(JSON.parse(line)).data ?? {};
      return record?.t === 'message' || record?.t === 'notice' ? [record] : [];
    }),
    missing: missing.map(({ fromMs, toMs }) => ({ from: startedAt + fromMs, to: startedAt + toMs })),
  };
}

/** Gaps of several recorders that overlap, as one. */
function joined(gaps: readonly GapRecord[]): GapRecord[] {
  const out: GapRecord[] = [];
  for (const gap of gaps.toSorted((a, b) => a.at - b.at)) {
    const last = out.at(-1);
    if (last && gap.at <= last.until) out[out.length - 1] = { ...last, until: Math.max(last.until, gap.until) };
    else out.push(gap);
  }
  return out;
}
