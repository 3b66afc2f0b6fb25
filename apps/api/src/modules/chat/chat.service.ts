import { type ApiConfig } from '#libs/config';
import { type ChatAssets, type ChatPage, type ChatSourceName } from '#libs/contracts';
import { CONFIG, STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { Scheduler } from '../../platform/scheduler/scheduler.js';
import { PartReader } from '../../vods/part-reader.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { sealedClock } from '../../vods/vod-clock.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { ChatChunks } from './chat-chunks.js';
import { DownloadedChunks } from './downloaded-chunks.js';
import { StoredPictures } from './stored-pictures.js';
import { RecordedChat, type Stretch } from './recorded-chat.js';
import { GrowingClock, SealedClock, type VodClock } from './vod-clocks.js';
import { isBeingRecorded, VOD_MISSING } from '../../vods/vod-faults.js';

/** A chat without requests for this time is removed from memory. */
const IDLE_MS = 120_000;
/** Maximum number of chats in memory; the least recently used one is removed first. A chat takes some MB. */
const MAX_CACHED_CHATS = 32;

interface CachedChat {
  readonly stamp: string;
  readonly chat: RecordedChat;
}

/** Serves the chat of growing and finished VODs. All viewers of a VOD share one chat in memory. */
@Injectable()
export class ChatService {
  private readonly recordedChats = new Map<string, CachedChat>();

  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly vods: VodRepository,
    private readonly parts: PartReader,
    @Inject(CONFIG) private readonly config: ApiConfig,
    scheduler: Scheduler,
  ) {
    scheduler.every('chat-cache', { intervalMs: IDLE_MS / 4, where: 'every-instance' }, () => {
      this.release();
    });
  }

  /** @throws UserError `vod-missing` (404) */
  async page(uuid: string, { source, ...stretch }: Stretch & { readonly source: ChatSourceName }): Promise<ChatPage> {
    const vod = await this.vod(uuid);
    const has = source === 'captured' ? vod.chat : vod.downloadedChat;
    if (has === null)
      return { messages: [], complete_to: stretch.toMs / 1000, cut: false, growing: false, gaps: [], moderation: [] };
    return this.recordedChatOf(vod, source).page(stretch);
  }

  /** @throws UserError `vod-missing` (404) */
  async assets(uuid: string): Promise<ChatAssets> {
    await this.vod(uuid);
    return (await StoredPictures.read(this.storage, uuid)).present(this.config.http.basepath);
  }

  private async vod(uuid: string): Promise<VodEntity> {
    const vod = await this.vods.find(uuid);
    if (!vod) throw VOD_MISSING();
    return vod;
  }

  private recordedChatOf(vod: VodEntity, source: ChatSourceName): RecordedChat {
    const name = `${source} ${vod.uuid}`;
    const file = source === 'downloaded' ? vod.downloadedChat : null;
    const imported = vod.chat?.imported;
    const stamp = JSON.stringify([
      file?.key,
      isBeingRecorded(vod) || [timelineOf(vod), vod.mediaMs, vod.chat?.state, imported],
    ]);
    const known = this.recordedChats.get(name);
    if (known?.stamp === stamp) return known.chat;
    const { storage } = this;
    // A downloaded file is complete, even while the VOD is being recorded.
    const from = file
      ? { growing: false, chunks: new DownloadedChunks(storage, file.key) }
      : { growing: isBeingRecorded(vod), chunks: new ChatChunks(storage, vod.uuid, imported) };
    const chat = new RecordedChat({ storage, vodUuid: vod.uuid, clock: this.clockOf(vod), ...from });
    this.recordedChats.delete(name);
    this.recordedChats.set(name, { stamp, chat });
    this.release();
    return chat;
  }

  private clockOf(vod: VodEntity): VodClock {
    const { storage, parts } = this;
    return isBeingRecorded(vod)
      ? new GrowingClock(storage, vod.uuid)
      : new SealedClock({
          storage,
          parts,
          vodUuid: vod.uuid,
          timelineKey: timelineOf(vod),
          cached: sealedClock(vod),
        });
  }

  private release(): void {
    for (const [uuid, { chat }] of this.recordedChats)
      if (Date.now() - chat.usedAt > IDLE_MS) this.recordedChats.delete(uuid);
    const extra = [...this.recordedChats]
      .sort(([, a], [, b]) => a.chat.usedAt - b.chat.usedAt)
      .slice(0, Math.max(0, this.recordedChats.size - MAX_CACHED_CHATS));
    for (const [uuid] of extra) this.recordedChats.delete(uuid);
  }
}

const timelineOf = ({ chat }: VodEntity): string | null => chat?.timelineKey ?? null;
